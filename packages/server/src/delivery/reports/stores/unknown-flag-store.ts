import { chunked } from '../../../storage/chunked.ts';
import type { Tx } from '../../../storage/database.ts';
import { limitApplicationNames, limitListed } from '../admissions.ts';
import type { ReportEntry } from '../report-type.ts';
import { type MergedStoreOptions, type ReportStore, sortByKey } from './report-store.ts';

/** A flag that an application evaluates and that does not exist. */
export interface UnknownFlag extends ReportEntry {
    name: string;
}

export const unknownFlagStore = ({ keyOf, limits }: MergedStoreOptions<UnknownFlag>): ReportStore<UnknownFlag> => ({
    async store(tx, all, { now }) {
        for (const part of chunked(sortByKey(all, keyOf))) {
            const flags = await limitUnknownFlags(tx, await limitApplicationNames(tx, part, now), limits);
            if (flags.length === 0) continue;
            await tx
                .insertInto('unknown_flags')
                .values(flags.map(({ name, app, environment }) => ({ name, app, environment, seen_at: now })))
                .onConflict((conflict) =>
                    conflict.columns(['name', 'app', 'environment']).doUpdateSet({ seen_at: now }),
                )
                .execute();
        }
    },
    async forget(tx, { hoursAgo }) {
        await tx.deleteFrom('unknown_flags').where('seen_at', '<', hoursAgo(24)).execute();
    },
});

/** Returns the unknown flags that are already listed, and new ones up to the limit of their application and environment. */
async function limitUnknownFlags(
    tx: Tx,
    flags: readonly UnknownFlag[],
    limits: MergedStoreOptions<UnknownFlag>['limits'],
): Promise<UnknownFlag[]> {
    const apps = [...new Set(flags.map(({ app }) => app))];
    const rows = tx.selectFrom('unknown_flags').where('app', 'in', apps);
    const listed = await rows
        .select(['app', 'environment', 'name as id'])
        .where('name', 'in', [...new Set(flags.map(({ name }) => name))])
        .execute();
    const counts = await rows
        .select((row) => ['app', 'environment', row.fn.countAll<number>().as('count')])
        .groupBy(['app', 'environment'])
        .execute();
    return limitListed(flags, { listed, counts, idOf: ({ name }) => name, limits });
}
