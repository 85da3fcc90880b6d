import { chunked } from '../../../storage/chunked.ts';
import type { Tx } from '../../../storage/database.ts';
import { limitApplicationNames, limitUnknownFlags } from '../admissions.ts';
import { type UnknownFlag, unknownFlagKey } from '../report-types/unknown-flags.ts';
import { type ReportStore, sortByKey } from './report-store.ts';

export const UNKNOWN_FLAG_STORE: ReportStore<UnknownFlag> = {
    async store(tx, flags, { now }) {
        for (const part of chunked(sortByKey(flags, unknownFlagKey))) await storeUnknownFlags(tx, part, now);
    },
    async forget(tx, { hoursAgo }) {
        await tx.deleteFrom('unknown_flags').where('seen_at', '<', hoursAgo(24)).execute();
    },
};

async function storeUnknownFlags(tx: Tx, part: readonly UnknownFlag[], now: string): Promise<void> {
    const flags = await limitUnknownFlags(tx, await limitApplicationNames(tx, part, now));
    if (flags.length === 0) return;
    await tx
        .insertInto('unknown_flags')
        .values(flags.map(({ name, app, environment }) => ({ name, app, environment, seen_at: now })))
        .onConflict((conflict) => conflict.columns(['name', 'app', 'environment']).doUpdateSet({ seen_at: now }))
        .execute();
}
