import { expect, test } from 'vitest';
import { readFlagSearch, toQuery } from './flag-search.ts';

const asked = (address: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(toQuery(readFlagSearch(address))).filter(([, value]) => value !== undefined));

test('the URL determines the query to the service', () => {
    expect(
        asked({
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
    expect(asked({ status: 'pro:duction:off', state: 'stale' })).toMatchObject({
        status: ['pro:duction:disabled'],
        state: 'IS:stale',
    });
});

test('columns are what the service sorts by; where a flag is on comes first', () => {
    expect(asked({ sort: 'answer' })).toMatchObject({ sortBy: 'oneAnswer', sortOrder: 'asc' });
    expect(asked({ sort: 'stage', isDown: true })).toMatchObject({ sortBy: 'lifecycle', sortOrder: 'desc' });
    expect(asked({ sort: 'in:production' })).toMatchObject({ sortBy: 'environment:production', sortOrder: 'desc' });
    expect(asked({ sort: 'in:production', isDown: true })).toMatchObject({ sortOrder: 'asc' });
    expect(asked({ sort: 'nonsense' })).toMatchObject({ sortBy: 'createdAt' });
});

test('whatever somebody types into the address is no error', () => {
    for (const odd of [null, [], {}, -1, 1.5, 100_000, 'week', true]) {
        const { archived, ...rest } = asked({ notSeenFor: odd, oneAnswerFor: odd, isDown: 'x' });
        expect([archived, rest]).toEqual(['IS:false', {}]);
    }
});
