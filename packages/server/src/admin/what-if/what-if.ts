import type { FlagSet } from '@halyard/engine';
import { type AdminActor, mayKnowOf } from '../../core/actor.ts';
import { noSuchProject } from '../../core/errors.ts';
import type { Services } from '../../services.ts';
import { describePairs } from '../effects/described-pairs.ts';
import { type Pair, pairsOf } from '../effects/pairs.ts';
import { knownPairs, readerOf } from '../effects/reader.ts';
import { whoChanges } from '../effects/who-changes.ts';
import { getProject } from '../projects/project.queries.ts';
import { asMemberOf } from '../proposals/as-member-of.ts';
import { readSteps } from '../proposals/read-steps.ts';
import { populationFor } from './populations.ts';
import type { WhatIf, WhatIfAnswer } from './what-if.schemas.ts';

type Sources = Pick<Services, 'db' | 'rehearse' | 'snapshots' | 'trafficSamples' | 'clock' | 'changeFeed'>;

/** Tries a change without making it: what would be different, and for whom. */
export async function whatIf(
    sources: Sources,
    asked: WhatIf,
    { actor, hasLeft }: { actor: AdminActor; hasLeft: () => boolean },
): Promise<WhatIfAnswer> {
    const { db, rehearse, snapshots, changeFeed, clock } = sources;
    const { project, splitBy = [] } = asked;
    if (!mayKnowOf(actor, project)) throw noSuchProject(project);
    await getProject(db, project);
    const population = populationFor(sources, actor, asked);
    const steps = await readSteps(project, asked.steps);

    // Whoever sees a project may ask what would be if somebody changed it (decision 69).
    const { revision, publications, failed } = await rehearse(asMemberOf(project, actor), steps);
    // What it was rehearsed upon may have been written by another node.
    await changeFeed.catchUp();
    const pairs = pairsOf(publications, (environment, flag) => snapshots.find(environment)?.flags.get(flag));
    const sets = await setsBefore(sources, pairs);
    const reader = await readerOf(db, actor, pairs);
    const changes = await describePairs({ pairs: knownPairs(pairs, reader), sets, reader, hasLeft });
    const who = await whoChanges({ pairs, sets, population, reader, splitBy, now: clock(), hasLeft });
    if (!failed) return { revision, changes, who };
    const { name, message, details } = failed.error;
    return { revision, changes, who, failed: { step: failed.step, name, message, details } };
}

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
