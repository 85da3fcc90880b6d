import type { Change } from '../../../changes/change.ts';
import { chunked } from '../../../storage/chunked.ts';
import { type FlagRow, toMetadata } from './flag.queries.ts';
import { listFlagsToReconsider } from './flag-staleness.queries.ts';

/** Updates the staleness by age of the flags without a decision of a user. Runs every minute. */
export async function reconsiderStaleFlags(change: Change): Promise<void> {
    const flags = await listFlagsToReconsider(change.tx, change.now);
    const { becoming = [], ceasing = [] } = Object.groupBy(flags, ({ potentially_stale }) =>
        potentially_stale ? 'ceasing' : 'becoming',
    );
    await setPotentiallyStale(change, becoming, true);
    await setPotentiallyStale(change, ceasing, false);
    for (const { name, project } of becoming) {
        change.record({ type: 'feature-potentially-stale-on', featureName: name, project });
    }
    // The lifetime of their type was extended or removed.
    for (const flag of ceasing) {
        change.record({
            type: 'feature-metadata-updated',
            featureName: flag.name,
            project: flag.project,
            preData: toMetadata(flag),
            data: toMetadata({ ...flag, potentially_stale: false }),
        });
    }
}

async function setPotentiallyStale({ tx }: Change, flags: FlagRow[], potentially_stale: boolean): Promise<void> {
    for (const names of chunked(flags.map(({ name }) => name))) {
        await tx.updateTable('flags').set({ potentially_stale }).where('name', 'in', names).execute();
    }
}
