import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readSteps } from '../src/admin/governance/proposals/read-steps.ts';
import { eventsSince, type StoredEvent } from '../src/changes/event-log.ts';
import { takeSteps } from '../src/changes/steps.ts';
import { SYSTEM_ACTOR } from '../src/core/access/actor.ts';
import { publicationsAt, publicationsSince } from '../src/publications/publications.ts';
import { runs } from './support/runs.ts';
import { type TestApp, testApp } from './support/test-app.ts';
import { wholeDatabase } from './support/whole-database.ts';

/** Few names, so that steps affect each other and often fail. */
const flag = fc.constantFrom('f1', 'f2', 'f3', 'f4');
const environment = fc.constantFrom('development', 'production');
/** Each strategy id belongs to one flag in one environment, so that it often exists there. */
const strategy = fc.integer({ min: 0, max: 5 }).map((n) => ({
    id: `00000000-0000-0000-0000-00000000000${n}`,
    feature: `f${(n % 3) + 1}`,
    environment: n % 2 === 0 ? 'development' : 'production',
}));
const segment = fc.integer({ min: 1, max: 4 });
const constraints = fc.array(
    fc.record({
        contextName: fc.constantFrom('userId', 'region'),
        operator: fc.constantFrom('IN', 'NOT_IN'),
        values: fc.uniqueArray(fc.constantFrom('1', '2', 'eu'), { minLength: 1 }),
    }),
    { maxLength: 2 },
);
const variants = fc
    .uniqueArray(fc.constantFrom('red', 'green'), { maxLength: 2 })
    .map((names) => names.map((name) => ({ name, weight: 1000, weightType: 'variable', stickiness: 'default' })));

const configuration = {
    name: fc.constantFrom('default', 'flexibleRollout'),
    title: fc.constantFrom('a', 'b'),
    disabled: fc.boolean(),
    constraints,
    segments: fc.uniqueArray(segment, { maxLength: 1 }),
};
const segmentContent = { name: fc.constantFrom('crew', 'guests', 'pilots'), constraints };

const some = <T>(members: Record<string, fc.Arbitrary<T>>, requiredKeys: string[] = []) =>
    fc.record(members, { requiredKeys });
const about = (action: string, payload: fc.Arbitrary<unknown>) =>
    fc.record({ action: fc.constant(action), feature: flag, environment, payload });
const ofStrategy = (action: string, content: fc.Arbitrary<object>) =>
    fc
        .tuple(strategy, content)
        .map(([{ id, ...place }, members]) => ({ action, ...place, payload: { id, ...members } }));
const often = <T>(arbitrary: fc.Arbitrary<T>, weight: number) => ({ arbitrary, weight });

const step = fc.oneof(
    often(about('updateEnabled', fc.record({ enabled: fc.boolean() })), 4),
    often(ofStrategy('addStrategy', fc.record(configuration)), 6),
    often(ofStrategy('updateStrategy', fc.record(configuration)), 3),
    often(ofStrategy('deleteStrategy', fc.constant({})), 2),
    fc.tuple(strategy, fc.nat(9)).map(([{ id, ...place }, sortOrder]) => ({
        action: 'reorderStrategy',
        ...place,
        payload: [{ id, sortOrder }],
    })),
    often(about('patchVariant', fc.record({ variants })), 3),
    often(about('addDependency', some<unknown>({ feature: flag, enabled: fc.boolean() }, ['feature'])), 2),
    about('deleteDependency', fc.constant(null)),
    about('archiveFeature', fc.constant(null)),
    about('reviveFeature', fc.constant(null)),
    about('createFeature', some<unknown>({ description: fc.constantFrom('x', 'y') })),
    often(about('updateFeature', some<unknown>({ description: fc.constantFrom('x', 'y'), stale: fc.boolean() })), 2),
    often(about('addSegment', some<unknown>({ id: segment, ...segmentContent }, ['name', 'constraints'])), 2),
    often(about('updateSegment', fc.record({ id: segment, ...segmentContent })), 2),
    about('deleteSegment', fc.record({ id: segment })),
);

/** Removes the values that differ between two runs of the same change: times and random values. */
function comparable(value: unknown): unknown {
    const ids = new Map<string, string>();
    const text = JSON.stringify(value)
        .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
        .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => {
            if (id.startsWith('00000000-')) return id;
            if (!ids.has(id)) ids.set(id, `made-up-${ids.size}`);
            return ids.get(id)!;
        });
    return JSON.parse(text);
}

const withoutGroup = (events: readonly StoredEvent[]) => events.map(({ groupId: _, ...event }) => event);

interface Keyed {
    environment: string;
    kind: string;
    name: string;
}
const keyOf = ({ environment, kind, name }: Keyed) => `${environment}/${kind}/${name}`;
const inOrder = <T extends Keyed>(list: readonly T[]) => list.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
const parsed = (definition: string | null) => (definition === null ? null : JSON.parse(definition));

async function published(app: TestApp): Promise<Map<string, string>> {
    const rows = await publicationsAt(app.services.db, await app.revision());
    return new Map(rows.map((row) => [keyOf(row), row.definition!]));
}

/** The published flags of an environment, ordered by name. */
const flagsIn = (definitions: Map<string, string>, environment: string) =>
    [...definitions]
        .filter(([key]) => key.startsWith(`${environment}/flag/`))
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([, definition]) => parsed(definition));

async function rehearsedThenWritten(app: TestApp, actions: readonly unknown[]): Promise<void> {
    const { rehearse, write, db } = app.services;
    const steps = await readSteps('default', actions);
    const before = { rows: await wholeDatabase(app.services), published: await published(app) };

    const { events, publications, results, failed, revision } = await rehearse(SYSTEM_ACTOR, steps);

    expect(await wholeDatabase(app.services)).toEqual(before.rows);
    for (const each of publications) expect(each.before).toBe(before.published.get(keyOf(each)) ?? null);
    if (failed) {
        await expect(write(SYSTEM_ACTOR, takeSteps, steps)).rejects.toThrow(failed.error.message);
        expect(await app.revision()).toBe(revision);
        // The failing step leaves no trace, and the steps before it succeed.
        const earlier = await rehearse(SYSTEM_ACTOR, steps.slice(0, failed.step));
        expect(earlier.failed).toBeUndefined();
        const definitionsOf = (list: typeof publications) =>
            inOrder(list).map((each) => [keyOf(each), parsed(each.after)]);
        expect(comparable([withoutGroup(events), definitionsOf(publications)])).toEqual(
            comparable([withoutGroup(earlier.events), definitionsOf(earlier.publications)]),
        );
        return failed.step === 0 ? undefined : rehearsedThenWritten(app, actions.slice(0, failed.step));
    }
    const after = new Map(before.published);
    for (const each of publications) {
        if (each.after === null) after.delete(keyOf(each));
        else after.set(keyOf(each), each.after);
    }

    const written = await write(SYSTEM_ACTOR, takeSteps, steps);

    const range = { after: revision, upTo: await app.revision() };
    expect(comparable(withoutGroup(await eventsSince(db, range)))).toEqual(comparable(withoutGroup(events)));
    expect(comparable(written)).toEqual(comparable(results));
    const appended = inOrder(await publicationsSince(db, range));
    expect(
        comparable(appended.map(({ definition, ...each }) => [keyOf(each), each.project, parsed(definition)])),
    ).toEqual(comparable(inOrder(publications).map((each) => [keyOf(each), each.project, parsed(each.after)])));
    const { features } = await app.clientFeatures();
    expect(comparable(features)).toEqual(comparable(flagsIn(after, 'development')));
}

test('the write equals the rehearsal for all steps', { timeout: 120_000 }, async () => {
    const proposals = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 8, maxLength: 14 });
    let taken = 0;
    await fc.assert(
        fc.asyncProperty(proposals, async (list) => {
            const app = await testApp();
            for (const name of ['f1', 'f2', 'f3']) await app.has.flag({ name });
            for (const name of ['one', 'two', 'three']) await app.has.segment({ name });
            const first = await app.revision();
            for (const steps of list) await rehearsedThenWritten(app, steps);
            taken += (await app.revision()) - first;
            await app.close();
        }),
        { numRuns: runs(4), endOnFailure: true },
    );
    // All random steps could have failed.
    expect(taken).toBeGreaterThan(5);
});
