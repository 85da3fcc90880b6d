import { Type } from 'typebox';
import { Body } from '../../../../http/route/schemas.ts';

const url = Type.String({
    minLength: 1,
    maxLength: 2_000,
    description: 'The base URL of a Prometheus server. A user and a password in it are sent with Basic authentication',
});

export const ExternalSource = Type.Object(
    { enabled: Type.Boolean(), url: Type.Optional(Type.String({ description: 'Without the credentials' })) },
    { $id: 'externalMetricsSource' },
);

export const NewExternalSource = Body(
    { enabled: Type.Boolean(), url: Type.Optional(url) },
    { $id: 'newExternalMetricsSource' },
);

export const ExternalSourceUrl = Body({ url }, { $id: 'externalMetricsSourceUrl' });

export const ExternalSourceMetrics = Type.Object(
    { metrics: Type.Array(Type.String()), error: Type.Optional(Type.String()) },
    { $id: 'externalMetricsSourceMetrics' },
);
