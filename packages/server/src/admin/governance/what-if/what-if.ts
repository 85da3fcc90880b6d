import { type FlagSet, updateFlagsInSteps } from '@halyard/engine';
import type { Services } from '../../../app/services.ts';
import type { Step } from '../../../changes/change.ts';
import type { Rehearsal } from '../../../changes/rehearse.ts';
import { type AdminActor, mayKnowOf } from '../../../core/access/actor.ts';
import { DEFAULT_PROJECT } from '../../../core/access/permissions.ts';
import { runInSlices } from '../../../core/concurrency/yielding.ts';
import { noSuchProject } from '../../../core/errors/errors.ts';
import { canonicalJson } from '../../../core/json/canonical-json.ts';
import type { Republished } from '../../../publications/publish.ts';
import type { Db } from '../../../storage/database.ts';
import { getProject } from '../../catalogue/projects/project.queries.ts';
import { countRecentUsage, dayBefore } from '../../observations/usage/usage.queries.ts';
import { baseSteps, proposedSteps } from '../change-requests/applying/base-steps.ts';
import { affectedContexts } from '../effects/affected-contexts.ts';
import { describePairs } from '../effects/described-pairs.ts';
import type { EnvironmentEffect } from '../effects/effect.schemas.ts';
import { changesIn, type Pair, pairsOf } from '../effects/pairs.ts';
import { knownPairs, readerOf } from '../effects/reader.ts';
import { readSteps } from '../proposals/read-steps.ts';
import { withProjectPermissions } from '../proposals/with-project-permissions.ts';
import { populationFor } from './populations.ts';
import type { WhatIf, WhatIfResult } from './what-if.schemas.ts';

export type WhatIfSources = Pick<Services, 'db' | 'rehearse' | 'snapshots' | 'trafficSamples' | 'clock' | 'changeFeed'>;

/** Rehearses a change; returns the differences and the affected users. */
export async function whatIf(sources: WhatIfSources, query: WhatIf, caller: Caller): Promise<WhatIfResult> {
    const { project } = query;
    if (!mayKnowOf(caller.actor, project)) throw noSuchProject(project);
    await getProject(sources.db, project);
    const { base, ...rest } = query;
    const earlier = base ? await baseSteps(sources.db, { project, base, actor: caller.actor }) : [];
    return effectOfSteps(sources, { ...rest, earlier, steps: await readSteps(project, query.steps) }, caller);
}

interface RehearsedSteps extends Omit<WhatIf, 'steps' | 'base'> {
    steps: readonly Step[];
    /** Steps on top of which the change is rehearsed. */
    earlier?: readonly Step[];
    /** The contexts to evaluate, instead of those selected by `population` and similar members. */
    triedOn?: ReturnType<typeof populationFor>;
}

/** Returns the effect of steps in a project, for an actor who may see the project. */
export async function effectOfSteps(
    sources: WhatIfSources,
    { earlier = [], steps, triedOn, ...query }: RehearsedSteps,
    caller: Caller,
): Promise<WhatIfResult> {
    const { rehearse } = sources;
    const { project, splitBy } = query;
    const population = triedOn ?? populationFor(sources, caller.actor, query);
    // Every viewer of a project may run a what-if.
    const asMember = withProjectPermissions(project, caller.actor);
    const before = earlier.length > 0 ? await rehearse(asMember, earlier) : undefined;
    const after = await rehearse(asMember, [...earlier, ...steps]);
    const result = await effectOf(
        sources,
        { before, after, selectPopulation: () => ({ population, splitBy }) },
        caller,
    );
    if (result.failed) result.failed.step -= earlier.length;
    return result;
}

/** Returns the effect of a change that the actor is about to make; requires the permission to make it. */
export async function effectOfStep(sources: WhatIfSources, step: Step, actor: AdminActor): Promise<WhatIfResult> {
    const caller = { actor, signal: new AbortController().signal };
    const earlier = await proposedSteps(sources.db, actor);
    const before = earlier.length > 0 ? await sources.rehearse(actor, earlier) : undefined;
    const after = await sources.rehearse(actor, [...earlier, step]);
    return effectOfRehearsal(sources, after, { ...caller, before });
}

/** Returns the effect of a change that has been rehearsed already. */
export function effectOfRehearsal(
    sources: WhatIfSources,
    after: Rehearsed['after'],
    { population, before, ...caller }: Caller & { population?: WhatIf['population']; before?: Rehearsal | undefined },
): Promise<WhatIfResult> {
    // The population consists of users of the changed project.
    const selectPopulation = ([first]: readonly Pair[]) => ({
        population: populationFor(sources, caller.actor, {
            project: first?.project ?? DEFAULT_PROJECT,
            ...(population !== undefined && { population }),
        }),
    });
    return effectOf(sources, { before, after, selectPopulation }, caller);
}

interface Caller {
    actor: AdminActor;
    signal: AbortSignal;
}

interface Rehearsed {
    /** The rehearsal of the base, if any. */
    before: Rehearsal | undefined;
    /** The rehearsal of the base and the change. */
    after: Pick<Rehearsal, 'revision' | 'publications' | 'failed'>;
    /** The population, selected after the differences are known. */
    selectPopulation: (known: readonly Pair[]) => {
        population: ReturnType<typeof populationFor>;
        splitBy?: string[] | undefined;
    };
}

async function effectOf(
    sources: WhatIfSources,
    { before, after: { revision, publications, failed }, selectPopulation }: Rehearsed,
    { actor, signal }: Caller,
): Promise<WhatIfResult> {
    const { db, changeFeed, clock } = sources;
    // The base of the rehearsal may include changes of another node.
    await changeFeed.catchUp();
    const first = before ? await toPairs(sources, before.publications) : [];
    const pairs = pairsAfter(first, await toPairs(sources, publications));
    const sets = await setsBefore(sources, [...first, ...pairs]);
    for (const [environment, set] of sets) {
        if (first.length > 0) sets.set(environment, await applyPairs(set, environment, first));
    }
    const reader = await readerOf(db, actor, pairs);
    const known = knownPairs(pairs, reader);
    // Segments are the same in all environments.
    const [set] = sets.values();
    const segmentName = (id: number) => set?.segmentDefinition(id)?.['name'] as string | undefined;
    const changes = await describePairs({ pairs: known, segmentName, reader, signal });
    const { population, splitBy = [] } = selectPopulation(known);
    const who = await affectedContexts({ pairs, sets, population, reader, splitBy, now: clock(), signal });
    const result = { revision, changes, who: await addTraffic(db, who, clock()) };
    if (!failed) return result;
    const { name, message, details } = failed.error;
    return { ...result, failed: { step: failed.step, name, message, details } };
}

/** Adds the daily number of evaluations of each flag, an estimate of the impact. */
async function addTraffic(db: Db, who: readonly EnvironmentEffect[], now: Date): Promise<EnvironmentEffect[]> {
    const names = [...new Set(who.flatMap(({ flags }) => flags.map(({ name }) => name)))];
    const usageOf = await countRecentUsage(db, names, dayBefore(now));
    return who.map((effect) => ({
        ...effect,
        flags: effect.flags.map((flag) => {
            const { yes, no } = usageOf(flag.name, effect.environment);
            return { ...flag, answersPerDay: yes + no };
        }),
    }));
}

const toPairs = (
    { snapshots }: Pick<WhatIfSources, 'snapshots'>,
    publications: readonly Republished[],
): Promise<Pair[]> => pairsOf(publications, (environment, flag) => snapshots.find(environment)?.flags.get(flag));

/** Returns the differences between the results of the first steps and of all steps. */
function pairsAfter(first: readonly Pair[], all: readonly Pair[]): Pair[] {
    if (first.length === 0) return [...all];
    const keyOf = ({ environment, kind, name }: Pair) => JSON.stringify([environment, kind, name]);
    const before = new Map(first.map((pair) => [keyOf(pair), pair]));
    const after = new Map(all.map((pair) => [keyOf(pair), pair]));
    return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
        const [earlier, later] = [before.get(key), after.get(key)];
        // Definitions that end up unchanged are left out.
        const pair = {
            ...(later ?? earlier)!,
            before: earlier ? earlier.after : later!.before,
            after: later ? later.after : earlier!.before,
        };
        return canonicalJson(pair.before) === canonicalJson(pair.after) ? [] : [pair];
    });
}

/** Returns the environments after these steps. */
export async function setsAfter(
    sources: WhatIfSources,
    {
        project,
        environments,
        steps,
        actor,
    }: { project: string; environments: readonly string[]; steps: readonly Step[]; actor: AdminActor },
): Promise<{ sets: Map<string, FlagSet>; failed: Rehearsal['failed'] }> {
    const { publications, failed } = await sources.rehearse(withProjectPermissions(project, actor), steps);
    await sources.changeFeed.catchUp();
    const pairs = await toPairs(sources, publications);
    const sets = new Map<string, FlagSet>();
    for (const environment of environments) {
        const { flags } = await sources.snapshots.of(environment).compiled(undefined);
        sets.set(environment, await applyPairs(flags, environment, pairs));
    }
    return { sets, failed };
}

const applyPairs = (set: FlagSet, environment: string, pairs: readonly Pair[]): Promise<FlagSet> =>
    runInSlices(updateFlagsInSteps(set, changesIn(environment, pairs)));

/** Returns the current state of the environments that can be affected. */
async function setsBefore({ snapshots }: Pick<WhatIfSources, 'snapshots'>, pairs: readonly Pair[]) {
    const segments = pairs.filter(({ kind }) => kind === 'segment').map(({ name }) => Number(name));
    const using = [...snapshots.all()].filter((each) => segments.some((id) => each.scope(undefined).countUses(id) > 0));
    const named = pairs.filter(({ kind }) => kind === 'flag').map(({ environment }) => environment);
    const sets = new Map<string, FlagSet>();
    for (const environment of new Set([...named, ...using.map((each) => each.environment)].sort())) {
        sets.set(environment, (await snapshots.of(environment).compiled(undefined)).flags);
    }
    return sets;
}
