import { Type } from 'typebox';
import { DEFAULT_RESOURCE_LIMITS } from '../../../core/settings/resource-limits.ts';
import { Body } from '../../../http/route/schemas.ts';

const VersionOf = Type.Object({ oss: Type.Optional(Type.String()), enterprise: Type.Optional(Type.String()) });

export const InterfaceConfiguration = Type.Object(
    {
        slogan: Type.Optional(Type.String({ description: 'Text for the footer' })),
        name: Type.Optional(Type.String({ description: 'The name of this instance' })),
        version: Type.String({ description: 'The running version' }),
        environment: Type.Optional(Type.String({ description: 'Type of the instance' })),
        serviceUrl: Type.String({ description: 'Public URL of this instance' }),
        unleashUrl: Type.Optional(
            Type.String({ description: 'Alias of serviceUrl, for compatibility with other tools' }),
        ),
        baseUriPath: Type.String({ description: 'Base path of all endpoints' }),
        feedbackUriPath: Type.Optional(Type.String()),
        disablePasswordAuth: Type.Optional(Type.Boolean()),
        emailEnabled: Type.Optional(Type.Boolean()),
        maintenanceMode: Type.Optional(Type.Boolean()),
        segmentValuesLimit: Type.Optional(Type.Integer({ deprecated: true })),
        strategySegmentsLimit: Type.Optional(Type.Integer({ deprecated: true })),
        resourceLimits: Type.Object(
            Object.fromEntries(Object.keys(DEFAULT_RESOURCE_LIMITS).map((name) => [name, Type.Integer()])),
            { description: 'Limits of this instance' },
        ),
        networkViewEnabled: Type.Optional(Type.Boolean()),
        frontendApiOrigins: Type.Optional(Type.Array(Type.String())),
        flags: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
        impactMetrics: Type.Enum(['internal', 'full'], {
            description: 'full: a Prometheus is connected in addition to the stored metrics',
        }),
        links: Type.Optional(
            Type.Array(
                Type.Object({ value: Type.String(), icon: Type.String(), href: Type.String(), title: Type.String() }),
            ),
        ),
        authenticationType: Type.Optional(
            Type.String({ description: 'open-source, demo, enterprise, hosted, custom or none' }),
        ),
        versionInfo: Type.Object({
            current: VersionOf,
            latest: VersionOf,
            isLatest: Type.Boolean(),
            instanceId: Type.Optional(Type.String()),
        }),
    },
    { $id: 'interfaceConfiguration' },
);

export const FrontendOrigins = Body(
    {
        frontendApiOrigins: Type.Array(Type.String({ minLength: 1, maxLength: 300 }), {
            maxItems: 100,
            description: '* for all, or origins such as https://app.example.com',
        }),
    },
    { $id: 'frontendApiOrigins' },
);

export const FrontendSettings = Body({ frontendSettings: FrontendOrigins }, { $id: 'frontendSettings' });
