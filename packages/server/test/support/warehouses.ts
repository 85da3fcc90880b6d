import pg from 'pg';
import { inject } from 'vitest';
import { type ClickHouse, startClickHouse } from './clickhouse.ts';
import { atFileEnd } from './file-end.ts';
import { databasesOf, type PostgresServer, startPostgres } from './postgres.ts';

export interface Exposure {
    unit: string;
    variant: string | null;
    /** Milliseconds since 1970, in whole seconds. */
    at: number;
    environment?: string;
}

export interface Outcome {
    unit: string;
    name: string;
    value?: number | null;
    at: number;
}

/** A database of a user with the tables `exposures` and `outcomes`. */
export interface Warehouse {
    /** Members of the body of a data source. */
    connection: Record<string, unknown>;
    fill(rows: { exposures: Exposure[]; outcomes: Outcome[] }): Promise<void>;
    execute(sql: string): Promise<unknown>;
}

const seconds = (at: number) => Math.floor(at / 1_000);

let clickHouse: Promise<ClickHouse> | undefined;

export async function clickHouseWarehouse(): Promise<Warehouse> {
    if (!clickHouse) {
        clickHouse = startClickHouse();
        atFileEnd(async () => {
            clickHouse = undefined;
        });
    }
    const { port, user, password, query } = await clickHouse;
    const text = (value: string | null) => (value === null ? 'null' : `'${value.replace(/['\\]/g, '\\$&')}'`);
    return {
        connection: { kind: 'clickhouse', host: '127.0.0.1', port, database: 'default', user, password, tls: false },
        execute: query,
        async fill({ exposures, outcomes }) {
            await query('drop table if exists exposures');
            await query('drop table if exists outcomes');
            await query(
                'create table exposures (user_id String, variant Nullable(String), at DateTime, environment String) engine = Memory',
            );
            await query(
                'create table outcomes (user_id String, name String, value Nullable(Float64), at DateTime) engine = Memory',
            );
            const values = (rows: string[]) => rows.map((row) => `(${row})`).join(', ');
            if (exposures.length > 0) {
                await query(
                    `insert into exposures values ${values(
                        exposures.map(
                            ({ unit, variant, at, environment = 'development' }) =>
                                `${text(unit)}, ${text(variant)}, ${seconds(at)}, ${text(environment)}`,
                        ),
                    )}`,
                );
            }
            if (outcomes.length > 0) {
                await query(
                    `insert into outcomes values ${values(
                        outcomes.map(
                            ({ unit, name, value = null, at }) =>
                                `${text(unit)}, ${text(name)}, ${value === null ? 'null' : `${value}`.replace('NaN', 'nan')}, ${seconds(at)}`,
                        ),
                    )}`,
                );
            }
        },
    };
}

let created = 0;
let ownServer: Promise<PostgresServer> | undefined;

/** The server of the tests on PostgreSQL, or for those on the embedded database one for the file. */
async function serverUrl(): Promise<string> {
    const shared: string | undefined = inject('postgresUrl');
    if (shared) return shared;
    if (!ownServer) {
        const starting = startPostgres();
        ownServer = starting;
        atFileEnd(async () => {
            ownServer = undefined;
            await (await starting).stop();
        });
    }
    return (await ownServer).url('postgres');
}

export async function postgresWarehouse(): Promise<Warehouse> {
    const server = databasesOf(await serverUrl());
    const database = `warehouse_${process.pid}_${created++}`;
    await server.createDatabase(database);
    const address = new URL(server.url(database));
    const client = new pg.Client({ connectionString: address.href });
    await client.connect();
    atFileEnd(async () => {
        await client.end();
        await server.dropDatabase(database);
    });
    return {
        connection: {
            ...{ kind: 'postgres', host: address.hostname, port: Number(address.port), database, tls: false },
            ...{ user: address.username, password: decodeURIComponent(address.password) },
        },
        execute: (sql) => client.query(sql),
        async fill({ exposures, outcomes }) {
            await client.query('drop table if exists exposures, outcomes');
            await client.query('create table exposures (user_id text, variant text, at timestamptz, environment text)');
            await client.query(
                'create table outcomes (user_id text, name text, value double precision, at timestamptz)',
            );
            await client.query(
                `insert into exposures select user_id, variant, to_timestamp(at), environment
                 from json_to_recordset($1) as rows(user_id text, variant text, at bigint, environment text)`,
                [
                    JSON.stringify(
                        exposures.map(({ unit, variant, at, environment = 'development' }) => ({
                            ...{ user_id: unit, variant, at: seconds(at), environment },
                        })),
                    ),
                ],
            );
            await client.query(
                `insert into outcomes select user_id, name, cast(value as double precision), to_timestamp(at)
                 from json_to_recordset($1) as rows(user_id text, name text, value text, at bigint)`,
                [
                    JSON.stringify(
                        outcomes.map(({ unit, name, value = null, at }) => ({
                            ...{ user_id: unit, name, value: value === null ? null : `${value}`, at: seconds(at) },
                        })),
                    ),
                ],
            );
        },
    };
}

/** Queries for the tables above, as a user would write them: with a comment and a semicolon at the end. */
export const QUERIES = {
    exposures: `select user_id as unit, 'checkout' as feature, environment, variant, at from exposures -- all`,
    outcomes: 'select user_id as unit, name, value, at from outcomes;',
};
