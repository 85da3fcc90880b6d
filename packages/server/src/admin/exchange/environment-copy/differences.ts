import type { AdminActor } from '../../../core/access/actor.ts';
import { mapYielding } from '../../../core/concurrency/yielding.ts';
import { notFound } from '../../../core/errors/errors.ts';
import type { Services } from '../../../services.ts';
import type { PastDefinition } from '../../flags/past/past-definition.ts';
import { describePairs } from '../../governance/effects/described-pairs.ts';
import type { Pair } from '../../governance/effects/pairs.ts';
import { readerOf } from '../../governance/effects/reader.ts';
import { type Copy, isSameConfiguration, otherDefaults } from './copy-plan.ts';
import type { EnvironmentDifferences } from './environment-copy.schemas.ts';

type Sources = Pick<Services, 'db' | 'snapshots' | 'changeFeed'>;

interface Caller {
    actor: AdminActor;
    signal: AbortSignal;
}

/** Returns the differences between the flags of a project in two environments, in the form of changes that a copy would make. */
export async function differences(
    { db, snapshots, changeFeed }: Sources,
    copy: Copy,
    { actor, signal }: Caller,
): Promise<EnvironmentDifferences> {
    const { project, from, to, features } = copy;
    const notes = await otherDefaults(db, copy);
    // Includes changes that another node has written.
    await changeFeed.catchUp();
    const [source, target] = await Promise.all(
        [from, to].map(async (environment) => (await snapshots.of(environment).compiled(undefined)).flags),
    );
    const requested = features && new Set(features);
    const differing = await mapYielding(
        target!.flags,
        (flag): Pair[] => {
            if (flag.project !== project || (requested && !requested.delete(flag.name))) return [];
            // Publications are written by this service, in this format.
            const before = flag.definition as unknown as PastDefinition;
            const other = source!.find(flag.name)?.definition as unknown as PastDefinition | undefined;
            if (!other || isSameConfiguration(other, before)) return [];
            const { enabled, strategies, variants } = other;
            const after = { ...before, enabled, strategies, variants };
            return [{ environment: to, kind: 'flag', name: flag.name, project, before, after }];
        },
        signal,
    );
    for (const name of requested ?? []) throw notFound(`flag ${name} in project ${project}`);
    const pairs = differing.flat().sort((a, b) => (a.name < b.name ? -1 : 1));
    const reader = await readerOf(db, actor, pairs);
    const changes = await describePairs({ pairs, sets: new Map([[to, target!]]), reader, signal });
    return { changes, notes };
}
