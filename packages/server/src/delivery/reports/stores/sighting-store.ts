import { chunked } from '../../../storage/chunked.ts';
import type { Tx } from '../../../storage/database.ts';
import { limitApplicationNames, limitListed } from '../admissions.ts';
import type { ReportEntry } from '../report-type.ts';
import { type MergedStoreOptions, type ReportStore, sortByKey } from './report-store.ts';

/** An SDK instance that is or was running. */
export interface Sighting extends ReportEntry {
    instanceId: string;
    sdkVersion: string | null;
    ip: string;
    /** Undefined: not reported. */
    strategies: readonly string[] | undefined;
}

export const sightingStore = ({ keyOf, limits }: MergedStoreOptions<Sighting>): ReportStore<Sighting> => ({
    async store(tx, sightings, { now }) {
        for (const part of chunked(sortByKey(sightings, keyOf))) {
            const named = await limitApplicationNames(tx, part, now);
            await storeApplications(tx, named, now);
            await storeInstances(tx, await limitInstances(tx, named, limits), now);
        }
    },
    async forget(tx, { hoursAgo, usageDays }) {
        await tx.deleteFrom('app_instances').where('seen_at', '<', hoursAgo(48)).execute();
        // Applications with a description are not deleted.
        await tx
            .deleteFrom('applications')
            .where('seen_at', '<', hoursAgo(24 * usageDays))
            .where((row) => row.and({ description: null, url: null, color: null, icon: null }))
            .execute();
    },
});

/** Returns the instances that are already listed, and new ones up to the limit of their application and environment. */
async function limitInstances(
    tx: Tx,
    instances: readonly Sighting[],
    limits: MergedStoreOptions<Sighting>['limits'],
): Promise<Sighting[]> {
    const apps = [...new Set(instances.map(({ app }) => app))];
    const rows = tx.selectFrom('app_instances').where('app', 'in', apps);
    const listed = await rows
        .select(['app', 'environment', 'instance_id as id'])
        .where('instance_id', 'in', [...new Set(instances.map(({ instanceId }) => instanceId))])
        .execute();
    const counts = await rows
        .select((row) => ['app', 'environment', row.fn.countAll<number>().as('count')])
        .groupBy(['app', 'environment'])
        .execute();
    return limitListed(instances, { listed, counts, idOf: ({ instanceId }) => instanceId, limits });
}

async function storeInstances(tx: Tx, sightings: readonly Sighting[], now: string): Promise<void> {
    if (sightings.length === 0) return;
    await tx
        .insertInto('app_instances')
        .values(
            sightings.map(({ app, environment, instanceId, sdkVersion, ip }) => ({
                app,
                environment,
                instance_id: instanceId,
                sdk_version: sdkVersion,
                client_ip: ip,
                seen_at: now,
            })),
        )
        .onConflict((conflict) =>
            conflict.columns(['app', 'environment', 'instance_id']).doUpdateSet((row) => ({
                // A missing SDK version may have been reported before.
                sdk_version: row.fn.coalesce('excluded.sdk_version', 'app_instances.sdk_version'),
                client_ip: row.ref('excluded.client_ip'),
                seen_at: now,
            })),
        )
        .execute();
}

/** The strategies of an application are those that its instances reported last; instances without a report change nothing. */
async function storeApplications(tx: Tx, sightings: readonly Sighting[], now: string): Promise<void> {
    const byApp = Map.groupBy(sightings, ({ app }) => app);
    const rows = [...byApp].map(([name, ofApp]) => ({
        name,
        description: null,
        url: null,
        color: null,
        icon: null,
        strategies: JSON.stringify([...new Set(ofApp.flatMap(({ strategies = [] }) => strategies))]),
        created_at: now,
        seen_at: now,
    }));
    const reporting = [...new Set(sightings.filter(({ strategies }) => strategies).map(({ app }) => app))];
    await tx
        .insertInto('applications')
        .values(rows)
        .onConflict((conflict) =>
            conflict.column('name').doUpdateSet((row) => ({
                seen_at: now,
                ...(reporting.length > 0 && {
                    strategies: row
                        .case()
                        .when('excluded.name', 'in', reporting)
                        .then(row.ref('excluded.strategies'))
                        .else(row.ref('applications.strategies'))
                        .end(),
                }),
            })),
        )
        .execute();
}
