import type { Change } from '../../changes/write.ts';
import { toMetadata } from './flag.queries.ts';
import { listFlagsToReconsider } from './flag-staleness.queries.ts';

/** Lets age decide about the flags of which no person said whether they are stale. Run every minute. */
export async function reconsiderStaleFlags({ tx, now, record }: Change): Promise<void> {
    for (const before of await listFlagsToReconsider(tx, now)) {
        const after = { ...before, potentially_stale: !before.potentially_stale };
        await tx
            .updateTable('flags')
            .set({ potentially_stale: after.potentially_stale })
            .where('name', '=', before.name)
            .execute();
        const about = { featureName: before.name, project: before.project };
        if (after.potentially_stale) {
            record({ type: 'feature-potentially-stale-on', ...about });
        } else {
            // The type got a longer lifetime, or none.
            record({
                type: 'feature-metadata-updated',
                ...about,
                preData: toMetadata(before),
                data: toMetadata(after),
            });
        }
    }
}
