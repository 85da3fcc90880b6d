import { type Static, Type } from 'typebox';
import { DateTime } from '../../../http/route/schemas.ts';

export const InstanceStatistics = Type.Object(
    {
        instanceId: Type.String(),
        timestamp: DateTime('Time of the calculation'),
        versionOSS: Type.String(),
        users: Type.Integer(),
        serviceAccounts: Type.Integer(),
        featureToggles: Type.Integer(),
        archivedFeatureToggles: Type.Integer(),
        projects: Type.Integer(),
        environments: Type.Integer(),
        segments: Type.Integer(),
        contextFields: Type.Integer(),
        strategies: Type.Integer({ description: 'Number of strategy types' }),
        roles: Type.Integer(),
        groups: Type.Integer(),
        tags: Type.Integer(),
        tagTypes: Type.Integer(),
        integrations: Type.Integer(),
        applications: Type.Integer(),
        events: Type.Integer(),
        apiTokens: Type.Object({ client: Type.Integer(), frontend: Type.Integer(), admin: Type.Integer() }),
    },
    { $id: 'instanceStatistics' },
);
export type InstanceStatistics = Static<typeof InstanceStatistics>;

export const TelemetrySettings = Type.Object(
    { versionInfoCollectionEnabled: Type.Boolean(), featureInfoCollectionEnabled: Type.Boolean() },
    { $id: 'telemetrySettings' },
);
