import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../test/support/runs.ts';
import type { PublishedFlag } from './published-flag.ts';
import { SortedFlags } from './sorted-flags.ts';

const flag = (name: string, revision: number): PublishedFlag => ({
    name,
    revision,
    project: 'default',
    segments: [],
    parents: [],
    json: '{}',
    hidden: undefined,
});

const changes = fc.array(
    fc.oneof(
        fc.record({ name: fc.nat(200).map(String), isRemoved: fc.boolean() }),
        fc.constant('read' as const),
        // More changes than are applied one by one.
        fc.constant('many' as const),
    ),
    { maxLength: 100 },
);

test('the list contains the current flags in the order of their names after any changes', () => {
    fc.assert(
        fc.property(fc.uniqueArray(fc.nat(200).map(String)), changes, (names, steps) => {
            const current = new Map(names.map((name) => [name, flag(name, 0)]));
            const sorted = new SortedFlags([...current.values()]);
            const expectSame = () =>
                expect([sorted.list, sorted.size]).toEqual([
                    [...current.values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
                    current.size,
                ]);
            const replace = (name: string, after: PublishedFlag | undefined) => {
                sorted.replace(current.get(name), after);
                if (after) current.set(name, after);
                else current.delete(name);
            };
            for (const [index, step] of steps.entries()) {
                if (step === 'read') expectSame();
                else if (step === 'many')
                    for (let i = 0; i < 60; i++) replace(`new ${i * index}`, flag(`new ${i * index}`, index));
                else replace(step.name, step.isRemoved ? undefined : flag(step.name, index));
            }
            expectSame();
        }),
        { numRuns: runs(50) },
    );
});
