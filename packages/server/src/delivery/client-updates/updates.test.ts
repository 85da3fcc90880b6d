import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../test/support/runs.ts';
import type { Payload } from '../../http/bodies/payload.ts';
import { PayloadCache } from '../../http/bodies/payload-cache.ts';
import type { Publication } from '../../publications/publications.ts';
import type { EnvironmentSnapshot } from '../../snapshots/environment-snapshot.ts';
import type { VisibleProjects } from '../../snapshots/published-flag.ts';
import { Snapshots } from '../../snapshots/snapshots.ts';
import { ClientFeatures } from '../client-features/client-features.ts';
import { Hydrations } from './hydrations.ts';
import { differenceSince } from './updates.ts';

interface ClientState {
    features: Map<string, unknown>;
    segments: Map<number, unknown>;
}

/** Applies updates in the same way as the Node SDK. */
function applied(state: ClientState, events: readonly string[]): ClientState {
    let { features, segments } = { features: new Map(state.features), segments: new Map(state.segments) };
    for (const event of events.map((text) => JSON.parse(text))) {
        if (event.type === 'hydration') ({ features, segments } = stateOf(event));
        if (event.type === 'feature-updated') features.set(event.feature.name, event.feature);
        if (event.type === 'feature-removed') features.delete(event.featureName);
        if (event.type === 'segment-updated') segments.set(event.segment.id, event.segment);
        if (event.type === 'segment-removed') segments.delete(event.segmentId);
    }
    return { features, segments };
}

/** Returns the update for an SDK at this revision. */
async function eventsSince(
    snapshot: EnvironmentSnapshot,
    projects: VisibleProjects,
    revision: number | undefined,
): Promise<string[]> {
    const difference = revision === undefined ? undefined : differenceSince(snapshot, projects, revision);
    if (difference) return difference.events;
    const { payload } = await new Hydrations(new PayloadCache()).of(snapshot, projects);
    const { events } = JSON.parse(textOf(payload)) as { events: unknown[] };
    return events.map((event) => JSON.stringify(event));
}

function stateOf(payload: { features: { name: string }[]; segments: { id: number }[] }): ClientState {
    return {
        features: new Map(payload.features.map((feature) => [feature.name, feature])),
        segments: new Map(payload.segments.map((segment) => [segment.id, segment])),
    };
}

const featuresOf = (snapshot: EnvironmentSnapshot, projects: VisibleProjects) =>
    new ClientFeatures(snapshot, {
        key: 'everything',
        hash: '',
        environment: 'development',
        projects,
        namePrefix: undefined,
        tags: undefined,
        filtered: false,
        inlineSegments: false,
    });

async function fullState(snapshot: EnvironmentSnapshot, projects: VisibleProjects): Promise<ClientState> {
    return stateOf(JSON.parse(textOf(await featuresOf(snapshot, projects).payload(new PayloadCache()))));
}

const textOf = ({ plain }: Payload) => Buffer.concat(plain.chunks).toString();

const ENVIRONMENT = 'development';
const PROJECTS = ['a', 'b', 'c'];
const SCOPES: VisibleProjects[] = [undefined, ['a'], ['b', 'c'], []];

const flag = fc.record({
    kind: fc.constant('flag' as const),
    name: fc.constantFrom<string>('f1', 'f2', 'f3', 'f4', '__proto__'),
    project: fc.constantFrom(...PROJECTS),
    segments: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { maxLength: 3 }),
    parent: fc.option(fc.constantFrom('f1', 'f2'), { nil: undefined }),
    gone: fc.boolean(),
    salt: fc.nat(3),
});
const segment = fc.record({
    kind: fc.constant('segment' as const),
    id: fc.integer({ min: 1, max: 4 }),
    gone: fc.boolean(),
    salt: fc.nat(3),
});
/** Each change affects several objects in one revision, and every object at most once. */
const changes = fc.array(
    fc.uniqueArray(fc.oneof(flag, segment), {
        minLength: 1,
        maxLength: 4,
        selector: (item) => (item.kind === 'flag' ? item.name : item.id),
    }),
    { maxLength: 12 },
);

type Item = typeof changes extends fc.Arbitrary<(infer T)[][]> ? T : never;

function publicationOf(item: Item, revision: number): Publication {
    if (item.kind === 'segment') {
        const definition = item.gone
            ? null
            : JSON.stringify({ id: item.id, name: `s${item.id}`, constraints: [item.salt] });
        return { revision, environment: '*', kind: 'segment', name: String(item.id), project: null, definition };
    }
    const { name, project, segments, parent, salt } = item;
    const strategies = [{ name: 'default', constraints: [salt], ...(segments.length > 0 && { segments }) }];
    const dependencies = parent === undefined ? undefined : [{ feature: parent, enabled: true }];
    const definition = item.gone ? null : JSON.stringify({ name, project, enabled: true, strategies, dependencies });
    return { revision, environment: ENVIRONMENT, kind: 'flag', name, project, definition };
}

test('after any changes, from any revision, the updates make the state of an SDK equal to the full payload', async () => {
    await fc.assert(
        fc.asyncProperty(changes, async (sequence) => {
            const snapshots = new Snapshots({ now: Date.now, random: Math.random });
            const snapshot = snapshots.of(ENVIRONMENT);
            const history = [
                { revision: snapshot.revision, states: await Promise.all(SCOPES.map((s) => fullState(snapshot, s))) },
            ];
            for (const [index, items] of sequence.entries()) {
                const revision = 10 * (index + 1);
                const publications = items.map((item) => publicationOf(item, revision));
                await snapshots.follow({ revision, events: [], publications });
                history.push({ revision, states: await Promise.all(SCOPES.map((s) => fullState(snapshot, s))) });
            }
            for (const [index, projects] of SCOPES.entries()) {
                const now = history.at(-1)!.states[index]!;
                for (const { revision, states } of history) {
                    const events = await eventsSince(snapshot, projects, revision);
                    expect(applied(states[index]!, events)).toEqual(now);
                    expect(events.join()).not.toContain('hydration');
                }
                const nothing = { features: new Map(), segments: new Map() };
                expect(applied(nothing, await eventsSince(snapshot, projects, undefined))).toEqual(now);
            }
        }),
        { numRuns: runs(300) },
    );
});

/** The publications that are current at the end of a log, and the revisions that replaced others, as they are read at a start. */
function beginningOf(log: readonly Publication[]) {
    const current = new Map<string, Publication>();
    const replaced: { environment: string; project: string | null; revision: number }[] = [];
    for (const publication of log) {
        const key = `${publication.kind} ${publication.name}`;
        const before = current.get(key);
        if (before) replaced.push({ ...before, revision: publication.revision });
        current.set(key, publication);
    }
    const newest = Map.groupBy(replaced, ({ environment, project }) => `${environment} ${project}`);
    return {
        published: [...current.values()].filter(({ definition }) => definition !== null),
        replaced: [...newest.values()].map((group) => group.at(-1)!),
    };
}

test('after any changes, the ETag of a scope is new exactly if its content is, and equal on a node that starts then', async () => {
    await fc.assert(
        fc.asyncProperty(changes, fc.nat(12), async (sequence, replayed) => {
            const snapshots = new Snapshots({ now: Date.now, random: Math.random });
            const snapshot = snapshots.of(ENVIRONMENT);
            const etagOf = (projects: VisibleProjects) => featuresOf(snapshot, projects).etag;
            const log: Publication[] = [];
            for (const [index, items] of sequence.entries()) {
                const before = await Promise.all(
                    SCOPES.map(async (projects) => ({
                        etag: etagOf(projects),
                        state: await fullState(snapshot, projects),
                        revision: snapshot.scope(projects).revision,
                    })),
                );
                const revision = 10 * (index + 1);
                // Only differences are published: nothing is removed that is not there.
                const publications = items
                    .map((item) => publicationOf(item, revision))
                    .filter(({ kind, name, definition }) =>
                        kind === 'flag'
                            ? definition !== (snapshot.flags.get(name)?.json ?? null)
                            : definition !== (snapshot.segments.get(Number(name)) ?? null),
                    )
                    .map((each) => ({ ...each, project: each.definition ? each.project : projectOf(snapshot, each) }));
                log.push(...publications);
                await snapshots.follow({ revision, events: [], publications });
                for (const [scope, projects] of SCOPES.entries()) {
                    const { etag, state, revision: former } = before[scope]!;
                    const isEqual = etagOf(projects) === etag;
                    expect(isEqual).toBe(equals(await fullState(snapshot, projects), state));
                    if (!isEqual) expect(snapshot.scope(projects).revision).toBe(revision);
                    else expect(snapshot.scope(projects).revision).toBeOneOf([former, revision]);
                }
            }
            const started = new Snapshots({ now: Date.now, random: Math.random });
            const isOld = ({ revision }: Publication) => revision <= 10 * replayed;
            const since = log.filter((publication) => !isOld(publication));
            await started.begin({ ...beginningOf(log.filter(isOld)), since });
            for (const projects of SCOPES) {
                const other = started.of(ENVIRONMENT);
                expect(featuresOf(other, projects).etag).toBe(etagOf(projects));
                // The service does not allow to remove what others use, so its log does not tell who used it.
                if (sequence.flat().some(isRemovalOfUsed)) continue;
                expect(other.scope(projects).revision).toBe(snapshot.scope(projects).revision);
            }
        }),
        { numRuns: runs(300) },
    );
});

const isRemovalOfUsed = (item: Item) => item.gone && (item.kind === 'segment' || ['f1', 'f2'].includes(item.name));

const projectOf = (snapshot: EnvironmentSnapshot, { name }: Publication) => snapshot.flags.get(name)?.project ?? null;

const equals = (a: ClientState, b: ClientState) => isDeepStrictEqual(a, b);

test('an SDK never receives the name of a flag that it could see neither before nor now', async () => {
    const snapshots = new Snapshots({ now: Date.now, random: Math.random });
    const hidden = { kind: 'flag' as const, name: 'hidden', segments: [], parent: undefined, gone: false, salt: 0 };
    const follow = (revision: number, item: Item) =>
        snapshots.follow({ revision, events: [], publications: [publicationOf(item, revision)] });
    await follow(1, { ...hidden, project: 'b' });
    await follow(2, { ...hidden, project: 'c' });
    await follow(3, { ...hidden, project: 'c', gone: true });

    const ofB = await eventsSince(snapshots.of(ENVIRONMENT), ['b'], 1);
    expect(await eventsSince(snapshots.of(ENVIRONMENT), ['a'], 0)).toEqual([]);
    expect(ofB.map((event) => JSON.parse(event))).toEqual([
        { type: 'feature-removed', eventId: 2, featureName: 'hidden', project: 'b' },
    ]);
});

test('an SDK that lags by more changes than are cached, or is ahead, receives everything', async () => {
    const snapshots = new Snapshots({ now: Date.now, random: Math.random });
    for (let revision = 1; revision <= 2_500; revision++) {
        const item: Item = {
            kind: 'flag',
            name: 'f',
            project: 'a',
            segments: [],
            parent: undefined,
            gone: false,
            salt: revision,
        };
        await snapshots.follow({ revision, events: [], publications: [publicationOf(item, revision)] });
    }
    const typesSince = async (revision: number) =>
        (await eventsSince(snapshots.of(ENVIRONMENT), undefined, revision)).map((event) => JSON.parse(event).type);

    expect(await typesSince(3)).toEqual(['hydration']);
    expect(await typesSince(9_999)).toEqual(['hydration']);
    expect(await typesSince(2_400)).toEqual(['feature-updated']);
    expect(await typesSince(2_500)).toEqual([]);
});
