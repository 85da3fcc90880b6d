import type { Observe } from '../../changes/observe.ts';
import { REPORT_STORES } from './stores/report-stores.ts';

const HOURS = 3_600_000;
/** An edge drops a delivery after a day (`edge/upstream/forwarding.ts`); its key is stored longer than that. */
const DELIVERY_KEY_HOURS = 48;

/** Removes expired data. */
export async function deleteOldMeasurements(observe: Observe, now: Date, usageDays: number): Promise<void> {
    const hoursAgo = (hours: number) => new Date(now.getTime() - hours * HOURS).toISOString();
    await observe(async (tx) => {
        for (const store of Object.values(REPORT_STORES)) await store.forget(tx, { hoursAgo, usageDays });
        await tx.deleteFrom('report_deliveries').where('received_at', '<', hoursAgo(DELIVERY_KEY_HOURS)).execute();
        await tx.deleteFrom('token_applications').where('day', '<', hoursAgo(24).slice(0, 10)).execute();
    });
}
