import type { AdminActor } from '../../../core/access/actor.ts';
import { mapYielding } from '../../../core/concurrency/yielding.ts';
import { notFound } from '../../../core/errors/errors.ts';
import type { Services } from '../../../services.ts';
import type { PastDefinition } from '../../flags/past/past-definition.ts';
import { describePairs } from '../../governance/effects/described-pairs.ts';
import type { Pair } from '../../governance/effects/pairs.ts';
import { readerOf } from '../../governance/effects/reader.ts';
import { type Copy, otherDefaults, saysTheSame } from './copy-plan.ts';
import type { EnvironmentDifferences } from './environment-copy.schemas.ts';

type Sources = Pick<Services, 'db' | 'snapshots' | 'changeFeed'>;

interface Asking {
    actor: AdminActor;
    signal: AbortSignal;
}

/** What flags of a project have in one environment and not in another, as what copying them would make different. */
export async function differences(
    { db, snapshots, changeFeed }: Sources,
    copy: Copy,
    { actor, signal }: Asking,
): Promise<EnvironmentDifferences> {
    const { project, from, to, features } = copy;
    const notes = await otherDefaults(db, copy);
    // Changes written by another node.
    await changeFeed.catchUp();
    const [there, here] = await Promise.all(
        [from, to].map(async (environment) => (await snapshots.of(environment).compiled(undefined)).flags),
    );
    const wanted = features && new Set(features);
    const found = await mapYielding(
        here!.flags,
        (flag): Pair[] => {
            if (flag.project !== project || (wanted && !wanted.delete(flag.name))) return [];
            // Publications are written by us, in this shape.
            const before = flag.definition as unknown as PastDefinition;
            const other = there!.find(flag.name)?.definition as unknown as PastDefinition | undefined;
            if (!other || saysTheSame(other, before)) return [];
            const { enabled, strategies, variants } = other;
            const after = { ...before, enabled, strategies, variants };
            return [{ environment: to, kind: 'flag', name: flag.name, project, before, after }];
        },
        signal,
    );
    for (const name of wanted ?? []) throw notFound(`flag ${name} in project ${project}`);
    const pairs = found.flat().sort((one, other) => (one.name < other.name ? -1 : 1));
    const reader = await readerOf(db, actor, pairs);
    const changes = await describePairs({ pairs, sets: new Map([[to, here!]]), reader, signal });
    return { changes, notes };
}
