import { compileFlags, type FlagDefinition, type FlagSet, updateFlags } from '@halyard/engine';
import { expect, test } from 'vitest';
import { affectedContexts } from './affected-contexts.ts';
import { describePairs } from './described-pairs.ts';
import { type DefinitionPair, type Pair, pairsBetween, pairsOf } from './pairs.ts';
import type { Population } from './population.ts';
import { type EffectReader, knownPairs } from './reader.ts';

const RUNTIME = { now: () => 0, random: () => 0.5 };
const NOW = new Date('2026-03-14T09:30:00Z');

const flag = (given: Partial<FlagDefinition> = {}): FlagDefinition => ({
    name: 'checkout',
    project: 'shop',
    enabled: true,
    strategies: [],
    ...given,
});
const nordics = (...values: string[]) => ({
    id: 7,
    name: 'Nordics',
    constraints: [{ contextName: 'country', operator: 'IN', values }],
});
const inNordics = [{ name: 'default', segments: [7] }];

const everyone: EffectReader = { knowsFlag: () => true, knowsSegment: () => true };
const { signal } = new AbortController();

const republished = (given: Partial<DefinitionPair>): DefinitionPair => ({
    environment: 'development',
    kind: 'flag',
    name: 'checkout',
    project: 'shop',
    before: null,
    after: null,
    ...given,
});

const segmentPair = (...values: string[]): Pair => ({
    environment: '*',
    kind: 'segment',
    name: '7',
    project: null,
    before: nordics('NO'),
    after: nordics(...values),
});

const before = compileFlags(
    {
        features: [
            flag({ strategies: inNordics }),
            flag({ name: 'secret', project: 'hidden', strategies: inNordics }),
            flag({ name: 'button', dependencies: [{ feature: 'secret' }] }),
            flag({ name: 'other' }),
        ],
        segments: [nordics('NO')],
    },
    RUNTIME,
);

const people = (count: number, country: string, appName: string) =>
    Array.from({ length: count }, (_, i) => ({ userId: `${country}-${i}`, appName, properties: { country } }));

const ask = (given: {
    pairs: Pair[];
    set?: FlagSet;
    reader?: EffectReader;
    population?: Partial<Population>;
    splitBy?: string[];
}) =>
    affectedContexts({
        pairs: given.pairs,
        sets: new Map([['development', given.set ?? before]]),
        population: () => ({ kind: 'given', contexts: [], note: 'The source.', ...given.population }),
        reader: given.reader ?? everyone,
        splitBy: given.splitBy ?? [],
        now: NOW,
        signal,
    });

test('the published and the hidden part of a flag are joined into one definition', async () => {
    const seen = JSON.stringify(flag({ strategies: [{ name: 'default' }] }));
    const hidden = (title: string) => JSON.stringify([{ id: '1', title }]);
    const published = () => ({ json: seen, hidden: hidden('Old'), project: 'shop' });
    const strategies = (title: string) => [{ name: 'default', id: '1', title }];

    expect(
        await pairsOf([republished({ kind: 'hidden', before: hidden('Old'), after: hidden('New') })], published),
    ).toMatchObject([
        { kind: 'flag', before: { strategies: strategies('Old') }, after: { strategies: strategies('New') } },
    ]);
    expect(
        await pairsOf(
            [republished({ before: seen, after: JSON.stringify({ ...JSON.parse(seen), enabled: false }) })],
            published,
        ),
    ).toMatchObject([
        {
            before: { enabled: true, strategies: strategies('Old') },
            after: { enabled: false, strategies: strategies('Old') },
        },
    ]);
});

test('several steps are reported as one difference, from before the first to after the last', async () => {
    const [one, two, three] = ['a', 'b', 'c'].map((description) => JSON.stringify(flag({ description })));
    const pairs = await pairsOf(
        [republished({ before: one!, after: two! }), republished({ before: two!, after: three! })],
        () => undefined,
    );

    expect(pairs).toMatchObject([{ before: { description: 'a' }, after: { description: 'c' } }]);
});

test('changes are described in sentences and as definitions', async () => {
    const pairs: Pair[] = [
        {
            environment: 'development',
            kind: 'flag',
            name: 'checkout',
            project: 'shop',
            before: flag({ strategies: inNordics }),
            after: null,
        },
        { ...segmentPair('SE'), after: { ...nordics('SE'), name: 'Swedes' } },
    ];

    expect(await describePairs({ pairs, segmentName: () => 'Nordics', reader: everyone, signal })).toEqual([
        {
            environment: 'development',
            kind: 'flag',
            name: 'checkout',
            project: 'shop',
            before: {
                definition: flag({ strategies: inNordics }),
                sentences: ['On for:', 'Users in segment Nordics.', 'It belongs to project shop.'],
            },
            after: { definition: null, sentences: [] },
        },
        {
            environment: '*',
            kind: 'segment',
            name: 'Swedes',
            id: 7,
            project: null,
            before: { definition: nordics('NO'), sentences: ['Its name is Nordics.', 'Users where country is NO.'] },
            after: {
                definition: { ...nordics('SE'), name: 'Swedes' },
                sentences: ['Its name is Swedes.', 'Users where country is SE.'],
            },
        },
    ]);
});

test('the name of a hidden segment is not revealed', async () => {
    const pairs: Pair[] = [
        {
            ...segmentPair(),
            kind: 'flag',
            name: 'checkout',
            environment: 'development',
            before: flag({ strategies: inNordics }),
            after: null,
        },
    ];
    const reader = { ...everyone, knowsSegment: () => false };
    const [change] = await describePairs({ pairs, segmentName: () => 'Nordics', reader, signal });

    expect(change!.before.sentences).toContain('Users in segment #7.');
});

test('a change of a segment affects the flags that use it and their children, as far as they are visible to the reader', async () => {
    const reader = { ...everyone, knowsFlag: ({ project }: { project: string }) => project !== 'hidden' };
    const contexts = [...people(2, 'NO', 'web'), ...people(1, 'SE', 'ios')];
    const question = { pairs: [segmentPair('SE')], population: { contexts }, splitBy: ['country'] };

    expect((await ask(question))[0]).toMatchObject({
        environment: 'development',
        population: 'given',
        evaluated: 3,
        flags: ['button', 'checkout', 'secret'].map((name) => ({ name, changed: 3, onToOff: 2, offToOn: 1 })),
    });
    const [known] = await ask({ ...question, reader });
    expect(known!.flags.map(({ name }) => name)).toEqual(['button', 'checkout']);
    expect(known!.flags[0]).toMatchObject({
        byApp: [
            { kind: 'value', value: 'web', evaluated: 2, changed: 2 },
            { kind: 'value', value: 'ios', evaluated: 1, changed: 1 },
        ],
        byField: {
            country: [
                { value: 'NO', evaluated: 2, changed: 2 },
                { value: 'SE', evaluated: 1, changed: 1 },
            ],
        },
        examples: [
            { context: { userId: 'SE-0' }, before: { enabled: false, variant: 'disabled' }, after: { enabled: true } },
            { context: { userId: 'NO-0' } },
            { context: { userId: 'NO-1' } },
        ],
    });
});

test('a flag that moves between projects is reported only to users who can see both', async () => {
    const moved: Pair = {
        environment: 'development',
        kind: 'flag',
        name: 'secret',
        project: 'shop',
        before: flag({ name: 'secret', project: 'hidden' }),
        after: flag({ name: 'secret' }),
    };
    const reader = { ...everyone, knowsFlag: ({ project }: { project: string }) => project !== 'hidden' };

    expect(knownPairs([moved], reader)).toEqual([]);
    expect(knownPairs([moved], everyone)).toEqual([moved]);
    const [answer] = await ask({ pairs: [moved], reader, population: { contexts: people(1, 'NO', 'web') } });
    expect(answer!.flags.map(({ name }) => name)).toEqual(['button']);
});

test('sampled traffic is reported in tens, without examples and without small groups', async () => {
    const contexts = [...people(42, 'NO', 'web'), ...people(9, 'SE', 'ios'), ...people(33, 'DK', 'web')];
    const pseudonyms = { identities: contexts.map(({ userId }) => userId), draws: 1, heaviest: 1 };
    const population = { contexts, kind: 'traffic', pseudonyms } as const;
    const [answer] = await ask({ pairs: [segmentPair('SE')], population, splitBy: ['country'] });
    const checkout = answer!.flags.find(({ name }) => name === 'checkout')!;

    expect(answer).toMatchObject({ population: 'traffic', evaluated: 80 });
    expect(checkout).toMatchObject({ onBefore: 40, onAfter: 10, onToOff: 40, offToOn: 10, changed: 50, examples: [] });
    expect(answer).toMatchObject({ evaluatedBounds: { atLeast: 75, below: 85 } });
    expect(checkout).toMatchObject({
        summary: 'About 40 of 80 users (50%) lose it; about 10 get it.',
        bounds: { onToOff: { atLeast: 35, below: 45 }, offToOn: { atLeast: 5, below: 15 } },
    });
    const few = { atLeast: 0, below: 10 };
    expect(checkout.byField['country']).toMatchObject([
        { kind: 'value', value: 'NO', evaluated: 40, changed: 40, bounds: { changed: { atLeast: 35, below: 45 } } },
        { kind: 'value', value: 'DK', evaluated: 30, changed: 0, bounds: { changed: few } },
        { kind: 'other', value: null, evaluated: 10, changed: 10 },
    ]);
    const alone = await ask({
        pairs: [segmentPair('NO', 'FI')],
        population: {
            ...population,
            contexts: [...contexts, ...people(1, 'FI', 'web')],
            pseudonyms: { ...pseudonyms, identities: [...pseudonyms.identities, 'FI-0'] },
        },
    });
    expect(alone[0]!.flags[0]).toMatchObject({
        changed: 0,
        bounds: { changed: few },
        summary: 'Fewer than 10 of 90 users affected.',
        byApp: [],
        examples: [],
    });
});

test('an unaffected environment is left out', async () => {
    const unused = { ...segmentPair('SE'), name: '8', before: null, after: { ...nordics('SE'), id: 8 } };

    expect(await ask({ pairs: [unused] })).toEqual([]);
});

test('pairs between two moments contain only differences', () => {
    const after = updateFlags(before, {
        removedFeatures: ['other'],
        segments: [nordics('SE')],
        features: [flag({ name: 'new' })],
    });

    expect(pairsBetween('development', [before, after])).toEqual([
        {
            environment: 'development',
            kind: 'flag',
            name: 'new',
            project: 'shop',
            before: null,
            after: flag({ name: 'new' }),
        },
        {
            environment: 'development',
            kind: 'flag',
            name: 'other',
            project: 'shop',
            before: flag({ name: 'other' }),
            after: null,
        },
        segmentPair('SE'),
    ]);
});
