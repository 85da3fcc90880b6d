import type { Services } from '../../../app/services.ts';
import type { AdminActor } from '../../../core/access/actor.ts';
import { mapYielding } from '../../../core/concurrency/yielding.ts';
import { notFound } from '../../../core/errors/errors.ts';
import { type PastDefinition, toPastDefinition } from '../../flags/past/past-definition.ts';
import { describePairs, segmentNames } from '../../governance/effects/described-pairs.ts';
import type { Pair } from '../../governance/effects/pairs.ts';
import { readerOf } from '../../governance/effects/reader.ts';
import { type EnvironmentCopy, isSameConfiguration, listDefaultStrategyDifferences } from './copy-plan.ts';
import type { EnvironmentDifferences } from './environment-copy.schemas.ts';

type Sources = Pick<Services, 'db' | 'snapshots' | 'changeFeed'>;

interface Caller {
    actor: AdminActor;
    signal: AbortSignal;
}

/** Returns the differences between the flags of a project in two environments, in the form of changes that a copy would make. */
export async function listFlagDifferences(
    { db, snapshots, changeFeed }: Sources,
    copy: EnvironmentCopy,
    { actor, signal }: Caller,
): Promise<EnvironmentDifferences> {
    const { project, from, to, features } = copy;
    const notes = await listDefaultStrategyDifferences(db, copy);
    // Includes changes that another node has written.
    await changeFeed.catchUp();
    const [source, target] = [snapshots.of(from), snapshots.of(to)];
    const [others, segments] = [new Map(source.flags), new Map(target.segments)];
    const requested = features && new Set(features);
    const differing = await mapYielding(
        [...target.flags.values()].filter((flag) => flag.project === project),
        (flag): Pair[] => {
            if (requested && !requested.delete(flag.name)) return [];
            const other = others.get(flag.name);
            if (!other) return [];
            const [before, copied] = [toPastDefinition(flag), toPastDefinition(other)];
            const [own, ownBefore] = [copied, before].map(withoutMilestones) as [typeof copied, typeof before];
            const isReleased = own.strategies.length < copied.strategies.length;
            const isOnByPlan = copied.enabled && isReleased && own.strategies.every(({ disabled }) => disabled);
            if (isOnByPlan || isSameConfiguration(own, ownBefore)) return [];
            const { enabled, variants } = copied;
            const ofPlan = before.strategies.filter(({ milestoneId }) => milestoneId !== undefined);
            const after = { ...before, enabled, strategies: [...ofPlan, ...own.strategies], variants };
            return [{ environment: to, kind: 'flag', name: flag.name, project, before, after }];
        },
        signal,
    );
    for (const name of requested ?? []) throw notFound(`flag ${name} in project ${project}`);
    const pairs = differing.flat().sort((a, b) => (a.name < b.name ? -1 : 1));
    const reader = await readerOf(db, actor, pairs);
    const changes = await describePairs({ pairs, segmentName: segmentNames(segments), reader, signal });
    return { changes, notes };
}

/** A copy changes the own strategies of a flag only. */
const withoutMilestones = (definition: PastDefinition): PastDefinition => ({
    ...definition,
    strategies: definition.strategies.filter(({ milestoneId }) => milestoneId === undefined),
});
