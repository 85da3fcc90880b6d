import { type Static, Type } from 'typebox';
import { appEnvironmentKey, MergedEntries } from '../merged-entries.ts';
import { BulkList, Name, Strategies, StringOrNull } from '../metrics.schemas.ts';
import { areTexts, type ReportType } from '../report-type.ts';
import type { Sighting } from '../stores/sighting-store.ts';

/** Instances of an application that are listed in one environment. */
const MAX_INSTANCES = { client: 5_000, frontend: 200 };

const sightingKey = (sighting: Sighting) => `${appEnvironmentKey(sighting)}\n${sighting.instanceId}`;

const Application = Type.Object({
    appName: Name,
    instanceId: Name,
    environment: Name,
    sdkVersion: StringOrNull('string'),
    strategies: Type.Optional(Strategies),
});

/** Applications and their instances. */
export const SIGHTINGS: ReportType<Sighting> = {
    createBuffer: (buffers) =>
        new MergedEntries(buffers, {
            keyOf: sightingKey,
            limits: MAX_INSTANCES,
            merge: (older, newer) => ({
                ...newer,
                sdkVersion: newer.sdkVersion ?? older.sdkVersion,
                strategies: newer.strategies ?? older.strategies,
            }),
        }),
    sdk: {
        members: {},
        record(buffers, { appName: app, instanceId, sdkVersion }, { actor, ip, sdk }) {
            buffers.in(SIGHTINGS).add({
                reporter: actor,
                app,
                environment: actor.environment,
                instanceId: instanceId || 'default',
                sdkVersion: sdkVersion ?? sdk ?? null,
                ip,
                strategies: undefined,
            });
        },
    },
    bulk: {
        member: 'applications',
        list: BulkList(Application),
        record(buffers, items: readonly Static<typeof Application>[], { actor, ip }) {
            for (const { appName: app, instanceId, environment, sdkVersion = null, strategies } of items) {
                if (environment !== actor.environment) continue;
                const sighting = { reporter: actor, app, environment, instanceId, sdkVersion, ip, strategies };
                buffers.in(SIGHTINGS).add(sighting);
            }
        },
        toItem: ({ app: appName, environment, instanceId, sdkVersion, strategies = [] }, { now, ...edge }) => ({
            // Start and interval are not stored for each application, but required by Unleash.
            ...{ appName, environment, instanceId, strategies, started: now, interval: 0 },
            ...(sdkVersion && { sdkVersion }),
            connectVia: [edge],
        }),
    },
    read({ instanceId, sdkVersion = null, ip = '', strategies }) {
        const isReadable =
            areTexts(instanceId, ip) &&
            (sdkVersion === null || areTexts(sdkVersion)) &&
            (strategies === undefined || (Array.isArray(strategies) && areTexts(...strategies)));
        return isReadable ? ({ instanceId, sdkVersion, ip, strategies } as Sighting) : undefined;
    },
    async loadStore() {
        const { sightingStore } = await import('../stores/sighting-store.ts');
        return sightingStore({ keyOf: sightingKey, limits: MAX_INSTANCES });
    },
};
