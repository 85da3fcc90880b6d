import { expect, test } from 'vitest';
import { readFlagSearch, toQuery } from './flag-search.ts';

const queryOf = (address: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(toQuery(readFlagSearch(address))).filter(([, value]) => value !== undefined));

test('the URL determines the query to the service', () => {
    expect(
        queryOf({
            owner: 'user:5,group:3',
            state: 'old',
            notSeenFor: 30,
            oneAnswerFor: 90,
            safeToRemove: 30,
            tag: 'simple:fruit',
            project: 'shop',
        }),
    ).toEqual({
        owner: 'IS_ANY_OF:user:5,group:3',
        state: 'IS_ANY_OF:stale,potentially-stale',
        notSeenFor: '30',
        oneAnswerFor: '90',
        safeToRemove: '30',
        tag: 'INCLUDE:simple:fruit',
        project: 'IS:shop',
        archived: 'IS:false',
    });
    expect(queryOf({ status: 'pro:duction:off', state: 'stale' })).toMatchObject({
        status: ['pro:duction:disabled'],
        state: 'IS:stale',
    });
});

test('columns are sorted by the service; for an environment, enabled flags come first', () => {
    expect(queryOf({ sort: 'answer' })).toMatchObject({ sortBy: 'oneAnswer', sortOrder: 'asc' });
    expect(queryOf({ sort: 'stage', isDown: true })).toMatchObject({ sortBy: 'lifecycle', sortOrder: 'desc' });
    expect(queryOf({ sort: 'in:production' })).toMatchObject({ sortBy: 'environment:production', sortOrder: 'desc' });
    expect(queryOf({ sort: 'in:production', isDown: true })).toMatchObject({ sortOrder: 'asc' });
    expect(queryOf({ sort: 'nonsense' })).toMatchObject({ sortBy: 'createdAt' });
});

test('invalid URL parameters are not an error', () => {
    for (const odd of [null, [], {}, -1, 1.5, 100_000, 'week', true]) {
        const { archived, ...rest } = queryOf({ notSeenFor: odd, oneAnswerFor: odd, isDown: 'x' });
        expect([archived, rest]).toEqual(['IS:false', {}]);
    }
});
