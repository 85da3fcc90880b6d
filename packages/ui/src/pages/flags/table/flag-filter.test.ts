import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FlagOverview } from '../../../api/types.ts';
import { filterFlags, sortFlags } from './flag-filter.ts';
import { type FlagSearch, readFlagSearch, sortByEnvironment } from './flag-search.ts';

type FlagInput = Partial<Pick<FlagOverview, 'type' | 'stale' | 'favorite' | 'createdAt' | 'description' | 'tags'>> & {
    on?: string[];
    seen?: string;
    stage?: NonNullable<FlagOverview['lifecycle']>['stage'];
};

function flag(name: string, { on = [], seen, stage, ...members }: FlagInput = {}): FlagOverview {
    const environments = ['dev', 'live'].map((environment) => ({
        name: environment,
        enabled: on.includes(environment),
    }));
    return {
        name,
        type: 'release',
        stale: false,
        favorite: false,
        createdAt: '2026-01-01T00:00:00.000Z',
        description: null,
        tags: [],
        lastSeenAt: seen ?? null,
        ...(stage && { lifecycle: { stage, enteredStageAt: '2026-01-01T00:00:00.000Z' } }),
        environments,
        ...members,
        // Only the properties used by filters and sort orders.
    } as FlagOverview;
}

const names = (flags: FlagOverview[]) => flags.map(({ name }) => name);

test('a filter returns flags that match all of its conditions', () => {
    const flags = [
        flag('checkout', { type: 'experiment', on: ['dev'], tags: [{ type: 'simple', value: 'money' }] }),
        flag('checkout-old', { stale: true, description: 'The one before' }),
        flag('banner', { on: ['dev', 'live'], stage: 'live' }),
    ];
    const matching = (filter: FlagSearch) => names(filterFlags(flags, filter));

    expect(matching({})).toEqual(['checkout', 'checkout-old', 'banner']);
    expect(matching({ query: 'CHECKOUT before' })).toEqual(['checkout-old']);
    expect(matching({ query: 'money' })).toEqual(['checkout']);
    expect(matching({ type: 'experiment' })).toEqual(['checkout']);
    expect(matching({ state: 'stale' })).toEqual(['checkout-old']);
    expect(matching({ state: 'active', status: 'dev:on' })).toEqual(['checkout', 'banner']);
    expect(matching({ status: 'live:off' })).toEqual(['checkout', 'checkout-old']);
    expect(matching({ lifecycle: 'live' })).toEqual(['banner']);
    expect(matching({ tag: 'simple:money' })).toEqual(['checkout']);
});

test('flags are filtered by their owners, and by the lack of one', () => {
    const owned = { ...flag('owned'), owner: { type: 'group', id: 3, name: 'Crew' } } as FlagOverview;
    const matching = (owner: string) => names(filterFlags([owned, flag('free')], { owner }));

    expect(matching('group:3')).toEqual(['owned']);
    expect(matching('nobody')).toEqual(['free']);
    expect(matching('user:3')).toEqual([]);
    expect(matching('nobody,group:3')).toEqual(['owned', 'free']);
});

test('addresses and saved views with the former names of a project list keep their meaning', () => {
    expect(readFlagSearch({ q: 'lantern', stage: 'live' })).toEqual(
        readFlagSearch({ query: 'lantern', lifecycle: 'live' }),
    );
    expect(readFlagSearch({ q: 'old', query: 'new' }).query).toBe('new');
});

test('an environment may have a colon in its name', () => {
    const odd = { ...flag('odd'), environments: [{ name: 'eu:west', enabled: true }] } as FlagOverview;

    expect(names(filterFlags([odd], { status: 'eu:west:on' }))).toEqual(['odd']);
    expect(names(filterFlags([odd], { status: 'eu:west:off' }))).toEqual([]);
});

test('favourites come first, then the newest, unless another order is requested', () => {
    const flags = [
        flag('flag-10', { createdAt: '2026-01-03T00:00:00.000Z', seen: '2026-02-01T00:00:00.000Z' }),
        flag('flag-9', { createdAt: '2026-01-02T00:00:00.000Z', on: ['live'] }),
        flag('liked', { favorite: true, seen: '2026-01-01T00:00:00.000Z' }),
        flag('flag-1', { createdAt: '2026-01-02T00:00:00.000Z', stage: 'completed' }),
    ];
    const order = (filter: FlagSearch) => names(sortFlags(flags, filter));

    expect(order({})).toEqual(['liked', 'flag-10', 'flag-1', 'flag-9']);
    expect(order({ sort: 'name' })).toEqual(['liked', 'flag-1', 'flag-9', 'flag-10']);
    expect(order({ sort: 'name', isDown: true })).toEqual(['liked', 'flag-10', 'flag-9', 'flag-1']);
    expect(order({ sort: sortByEnvironment('live') })).toEqual(['liked', 'flag-9', 'flag-1', 'flag-10']);
    // Flags that were never seen come last in both directions.
    expect(order({ sort: 'seen' })).toEqual(['liked', 'flag-10', 'flag-1', 'flag-9']);
    expect(order({ sort: 'seen', isDown: true })).toEqual(['liked', 'flag-10', 'flag-1', 'flag-9']);
    expect(order({ sort: 'stage', isDown: true })[1]).toBe('flag-1');
});

const text = fc.option(fc.string({ minLength: 1 }), { nil: undefined });
const anyFilter = fc.record({
    query: text,
    type: text,
    state: fc.constantFrom('active', 'stale', 'potentially-stale', 'old', undefined),
    lifecycle: text,
    owner: text,
    tag: text,
    status: text,
    sort: text,
    isDown: fc.constantFrom(true as const, undefined),
});

test('a filter survives the round trip through the URL', () => {
    fc.assert(
        fc.property(anyFilter, (filter) => {
            // The router serialises values as JSON if plain text would be parsed as another type.
            const address = JSON.parse(JSON.stringify(filter)) as Record<string, unknown>;
            expect(readFlagSearch(address)).toEqual(filter);
        }),
    );
});

test('the valid parts of an invalid URL are used', () => {
    expect(readFlagSearch({ query: { toString: 1 }, tag: ['a'], isDown: 'yes' }).query).toBeUndefined();
    expect(readFlagSearch({ query: 42 }).query).toBe('42');
});

test('any URL yields a filter, and parsing its serialisation yields the same filter', () => {
    fc.assert(
        fc.property(
            fc.dictionary(
                fc.constantFrom('q', 'query', 'stage', 'lifecycle', 'state', 'sort', 'isDown', 'tag', 'x'),
                fc.jsonValue(),
            ),
            (search) => {
                const filter = readFlagSearch(search);
                expect(readFlagSearch({ ...filter })).toEqual(filter);
            },
        ),
    );
});
