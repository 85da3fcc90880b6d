import { type FlagSet, updateFlagsInSteps } from '@halyard/engine';
import type { Rehearsal } from '../../../changes/rehearse.ts';
import type { Step } from '../../../changes/write.ts';
import { type AdminActor, mayKnowOf } from '../../../core/access/actor.ts';
import { DEFAULT_PROJECT } from '../../../core/access/permissions.ts';
import { runInSlices } from '../../../core/concurrency/yielding.ts';
import { noSuchProject } from '../../../core/errors/errors.ts';
import { canonicalJson } from '../../../core/json/canonical-json.ts';
import type { Republished } from '../../../publications/publish.ts';
import type { Services } from '../../../services.ts';
import type { Db } from '../../../storage/database.ts';
import { getProject } from '../../catalogue/projects/project.queries.ts';
import { countRecentUsage, dayBefore } from '../../observations/usage/usage.queries.ts';
import { baseSteps, proposedSteps } from '../change-requests/applying/base-steps.ts';
import { whoChanges } from '../effects/affected-contexts.ts';
import { describePairs } from '../effects/described-pairs.ts';
import type { EnvironmentEffect } from '../effects/effect.schemas.ts';
import { changesIn, type Pair, pairsOf } from '../effects/pairs.ts';
import { knownPairs, readerOf } from '../effects/reader.ts';
import { asMemberOf } from '../proposals/as-member-of.ts';
import { readSteps } from '../proposals/read-steps.ts';
import { populationFor } from './populations.ts';
import type { WhatIf, WhatIfAnswer } from './what-if.schemas.ts';

type Sources = Pick<Services, 'db' | 'rehearse' | 'snapshots' | 'trafficSamples' | 'clock' | 'changeFeed'>;

/** Rehearses a change: the differences and the affected users. */
export async function whatIf(sources: Sources, asked: WhatIf, asking: Asking): Promise<WhatIfAnswer> {
    const { project } = asked;
    if (!mayKnowOf(asking.actor, project)) throw noSuchProject(project);
    await getProject(sources.db, project);
    const { base, ...rest } = asked;
    const earlier = base ? await baseSteps(sources.db, { project, base, actor: asking.actor }) : [];
    return effectOfSteps(sources, { ...rest, earlier, steps: await readSteps(project, asked.steps) }, asking);
}

interface Tried extends Omit<WhatIf, 'steps' | 'base'> {
    steps: readonly Step[];
    /** What happens before: the steps are tried on top of it. */
    earlier?: readonly Step[];
    /** The contexts to evaluate, instead of those selected by `population` and similar members. */
    triedOn?: ReturnType<typeof populationFor>;
}

/** What steps of a project would make different, for someone who may know of the project. */
export async function effectOfSteps(
    sources: Sources,
    { earlier = [], steps, triedOn, ...asked }: Tried,
    asking: Asking,
): Promise<WhatIfAnswer> {
    const { rehearse } = sources;
    const { project, splitBy } = asked;
    const population = triedOn ?? populationFor(sources, asking.actor, asked);
    // Every viewer of a project may run a what-if.
    const asMember = asMemberOf(project, asking.actor);
    const before = earlier.length > 0 ? await rehearse(asMember, earlier) : undefined;
    const after = await rehearse(asMember, [...earlier, ...steps]);
    const answer = await effectOf(sources, { before, after, whom: () => ({ population, splitBy }) }, asking);
    if (answer.failed) answer.failed.step -= earlier.length;
    return answer;
}

/** The same of a change that someone is about to make in whatever way, for those who may make it. */
export async function effectOfStep(sources: Sources, step: Step, actor: AdminActor): Promise<WhatIfAnswer> {
    const asking = { actor, signal: new AbortController().signal };
    const earlier = await proposedSteps(sources.db, actor);
    const before = earlier.length > 0 ? await sources.rehearse(actor, earlier) : undefined;
    const after = await sources.rehearse(actor, [...earlier, step]);
    return effectOfRehearsal(sources, after, { ...asking, before });
}

/** The same of what has been rehearsed already. */
export function effectOfRehearsal(
    sources: Sources,
    after: Rehearsed['after'],
    { population, before, ...asking }: Asking & { population?: WhatIf['population']; before?: Rehearsal | undefined },
): Promise<WhatIfAnswer> {
    // It is tried on those who use the project that it changes.
    const whom = ([first]: readonly Pair[]) => ({
        population: populationFor(sources, asking.actor, {
            project: first?.project ?? DEFAULT_PROJECT,
            ...(population !== undefined && { population }),
        }),
    });
    return effectOf(sources, { before, after, whom }, asking);
}

interface Asking {
    actor: AdminActor;
    signal: AbortSignal;
}

interface Rehearsed {
    /** What happens before, if something does. */
    before: Rehearsal | undefined;
    /** That, and the change. */
    after: Pick<Rehearsal, 'revision' | 'publications' | 'failed'>;
    /** The population, selected after the differences are known. */
    whom: (known: readonly Pair[]) => { population: ReturnType<typeof populationFor>; splitBy?: string[] | undefined };
}

async function effectOf(
    sources: Sources,
    { before, after: { revision, publications, failed }, whom }: Rehearsed,
    { actor, signal }: Asking,
): Promise<WhatIfAnswer> {
    const { db, changeFeed, clock } = sources;
    // The base of the rehearsal may include changes of another node.
    await changeFeed.catchUp();
    const first = before ? toPairs(sources, before.publications) : [];
    const pairs = pairsAfter(first, toPairs(sources, publications));
    const sets = await setsBefore(sources, [...first, ...pairs]);
    for (const [environment, set] of sets) {
        if (first.length > 0) sets.set(environment, await changed(set, environment, first));
    }
    const reader = await readerOf(db, actor, pairs);
    const known = knownPairs(pairs, reader);
    const changes = await describePairs({ pairs: known, sets, reader, signal });
    const { population, splitBy = [] } = whom(known);
    const who = await whoChanges({ pairs, sets, population, reader, splitBy, now: clock(), signal });
    const answer = { revision, changes, who: await withTraffic(db, who, clock()) };
    if (!failed) return answer;
    const { name, message, details } = failed.error;
    return { ...answer, failed: { step: failed.step, name, message, details } };
}

/** Includes the daily evaluations of each flag, an estimate of the impact. */
async function withTraffic(db: Db, who: readonly EnvironmentEffect[], now: Date): Promise<EnvironmentEffect[]> {
    const names = [...new Set(who.flatMap(({ flags }) => flags.map(({ name }) => name)))];
    const asked = await countRecentUsage(db, names, dayBefore(now));
    return who.map((effect) => ({
        ...effect,
        flags: effect.flags.map((flag) => {
            const { yes, no } = asked(flag.name, effect.environment);
            return { ...flag, answersPerDay: yes + no };
        }),
    }));
}

const toPairs = ({ snapshots }: Pick<Sources, 'snapshots'>, publications: readonly Republished[]): Pair[] =>
    pairsOf(publications, (environment, flag) => snapshots.find(environment)?.flags.get(flag));

/** What differs between the outcome of the first and that of all. */
function pairsAfter(first: readonly Pair[], all: readonly Pair[]): Pair[] {
    if (first.length === 0) return [...all];
    const keyOf = ({ environment, kind, name }: Pair) => JSON.stringify([environment, kind, name]);
    const before = new Map(first.map((pair) => [keyOf(pair), pair]));
    const after = new Map(all.map((pair) => [keyOf(pair), pair]));
    return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
        const [one, other] = [before.get(key), after.get(key)];
        // Definitions that end up unchanged are left out.
        const pair = {
            ...(other ?? one)!,
            before: one ? one.after : other!.before,
            after: other ? other.after : one!.before,
        };
        return canonicalJson(pair.before) === canonicalJson(pair.after) ? [] : [pair];
    });
}

/** The environments as they would be after these steps. */
export async function setsAfter(
    sources: Sources,
    {
        project,
        environments,
        steps,
        actor,
    }: { project: string; environments: readonly string[]; steps: readonly Step[]; actor: AdminActor },
): Promise<{ sets: Map<string, FlagSet>; failed: Rehearsal['failed'] }> {
    const { publications, failed } = await sources.rehearse(asMemberOf(project, actor), steps);
    await sources.changeFeed.catchUp();
    const pairs = toPairs(sources, publications);
    const sets = new Map<string, FlagSet>();
    for (const environment of environments) {
        const { flags } = await sources.snapshots.of(environment).compiled(undefined);
        sets.set(environment, await changed(flags, environment, pairs));
    }
    return { sets, failed };
}

const changed = (set: FlagSet, environment: string, pairs: readonly Pair[]): Promise<FlagSet> =>
    runInSlices(updateFlagsInSteps(set, changesIn(environment, pairs)));

/** The environments in which something could be different, as they are now. */
async function setsBefore({ snapshots }: Pick<Sources, 'snapshots'>, pairs: readonly Pair[]) {
    const segments = pairs.filter(({ kind }) => kind === 'segment').map(({ name }) => Number(name));
    const using = [...snapshots.all()].filter((each) => segments.some((id) => each.countUses(id, undefined) > 0));
    const named = pairs.filter(({ kind }) => kind === 'flag').map(({ environment }) => environment);
    const sets = new Map<string, FlagSet>();
    for (const environment of new Set([...named, ...using.map((each) => each.environment)].sort())) {
        sets.set(environment, (await snapshots.of(environment).compiled(undefined)).flags);
    }
    return sets;
}
