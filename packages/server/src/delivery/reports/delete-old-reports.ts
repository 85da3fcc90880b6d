import type { Services } from '../../app/services.ts';

const HOURS = 3_600_000;
/** An edge drops a delivery after a day (`edge/upstream/forwarding.ts`); its key is stored longer than that. */
const DELIVERY_KEY_HOURS = 48;

/** Removes expired data. */
export async function deleteOldReports(
    { recordObservation, clock, reports }: Pick<Services, 'recordObservation' | 'clock' | 'reports'>,
    usageDays: number,
): Promise<void> {
    const hoursAgo = (hours: number) => new Date(clock().getTime() - hours * HOURS).toISOString();
    const stores = await reports.types.loadStores();
    await recordObservation(async (tx) => {
        for (const { store } of stores) await store.forget(tx, { hoursAgo, usageDays });
        await tx.deleteFrom('report_deliveries').where('received_at', '<', hoursAgo(DELIVERY_KEY_HOURS)).execute();
        await tx.deleteFrom('token_applications').where('day', '<', hoursAgo(24).slice(0, 10)).execute();
    });
}
