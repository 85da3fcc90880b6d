import { type Static, Type } from 'typebox';
import { NOT_BLANK } from '../../../core/text/patterns.ts';
import { Body, DateTime, Ignored, Nullable } from '../../../http/route/schemas.ts';

export const DATA_SOURCE_KINDS = ['postgres', 'clickhouse'] as const;
export type DataSourceKind = (typeof DATA_SOURCE_KINDS)[number];

export const DataSourceName = Type.String({
    ...{ minLength: 1, maxLength: 100, pattern: '^[a-zA-Z0-9._~-]+$' },
    description: 'Identifies the data source in its project',
});

const MAX_SQL = 20_000;
const Sql = (description: string) => Type.String({ minLength: 1, maxLength: MAX_SQL, pattern: NOT_BLANK, description });

const members = {
    kind: Type.Enum([...DATA_SOURCE_KINDS], {
        description: 'postgres: also Redshift, Citus and CockroachDB; clickhouse: by its HTTP interface',
    }),
    host: Type.String({
        minLength: 1,
        maxLength: 255,
        pattern: '^[a-zA-Z0-9._:-]+$',
        description: 'A host name or an address',
    }),
    port: Type.Integer({ minimum: 1, maximum: 65_535 }),
    database: Type.String({ minLength: 1, maxLength: 200 }),
    user: Type.String({ minLength: 1, maxLength: 200 }),
    tls: Type.Boolean({
        description: 'Whether the connection is encrypted, and the certificate of the server verified',
    }),
    certificateAuthority: Nullable(
        Type.String({ maxLength: 50_000, description: 'PEM; null: the well-known authorities' }),
    ),
    unit: Type.String({
        ...{ minLength: 1, maxLength: 100 },
        description: 'The context field that the column "unit" contains, such as userId',
    }),
    exposures: Sql('A SELECT with the columns unit, feature, environment, variant and at'),
    outcomes: Sql('A SELECT with the columns unit, name, value and at'),
    refreshMinutes: Type.Integer({
        ...{ minimum: 15, maximum: 1_440 },
        description: 'How often it is queried for each experiment that runs',
    }),
    timeoutSeconds: Type.Integer({ minimum: 1, maximum: 300, description: 'The maximum duration of a query' }),
};

export const DataSourceUpdate = Body(
    {
        ...{ name: Ignored(), createdAt: Ignored(), hasPassword: Ignored() },
        ...members,
        port: Type.Optional(members.port),
        tls: Type.Optional(members.tls),
        certificateAuthority: Type.Optional(members.certificateAuthority),
        unit: Type.Optional(members.unit),
        refreshMinutes: Type.Optional(members.refreshMinutes),
        timeoutSeconds: Type.Optional(members.timeoutSeconds),
        password: Type.Optional(
            Type.String({
                maxLength: 1_000,
                description:
                    'Stored encrypted, and never returned. If it is not sent, the stored one is kept; for another host, port or user it must be sent again',
            }),
        ),
    },
    { $id: 'dataSourceUpdate' },
);
export type DataSourceUpdate = Static<typeof DataSourceUpdate>;

const DataSourceContent = Type.Object(members);
export type DataSourceContent = Static<typeof DataSourceContent>;

export const DataSource = Type.Object(
    { name: Type.String(), ...members, hasPassword: Type.Boolean(), createdAt: DateTime() },
    { $id: 'dataSource' },
);
export type DataSource = Static<typeof DataSource>;

export const DataSources = Type.Object(
    {
        dataSources: Type.Array(
            Type.Object({
                name: Type.String(),
                kind: members.kind,
                unit: members.unit,
                refreshMinutes: members.refreshMinutes,
            }),
        ),
    },
    { $id: 'dataSources' },
);

export const DataSourceParams = Type.Object({ projectId: Type.String(), name: DataSourceName });

export const DataSourceCheck = Type.Object(
    {
        queries: Type.Array(
            Type.Object({
                query: Type.Enum(['exposures', 'outcomes']),
                failure: Nullable(Type.String({ description: 'Why the query failed; null: it works' })),
            }),
        ),
    },
    { $id: 'dataSourceCheck' },
);
