import { notFound } from '../../../core/errors/errors.ts';
import type { Db } from '../../../storage/database.ts';
import type { DataSource, DataSourceContent } from './data-source.schemas.ts';

export interface DataSourceAddress {
    project: string;
    name: string;
}

/** A data source with its password as it is stored. */
export interface StoredDataSource {
    source: DataSource;
    sealedPassword: string;
}

export async function listDataSources(db: Db, project: string): Promise<DataSource[]> {
    const rows = await db
        .selectFrom('data_sources')
        .selectAll()
        .where('project', '=', project)
        .orderBy('name')
        .execute();
    return rows.map((row) => toStored(row).source);
}

export async function findDataSource(
    db: Db,
    { project, name }: DataSourceAddress,
): Promise<StoredDataSource | undefined> {
    const row = await db
        .selectFrom('data_sources')
        .selectAll()
        .where('project', '=', project)
        .where('name', '=', name)
        .executeTakeFirst();
    return row && toStored(row);
}

export async function getDataSource(db: Db, address: DataSourceAddress): Promise<StoredDataSource> {
    const stored = await findDataSource(db, address);
    if (!stored) throw notFound(`data source ${address.name} in project ${address.project}`);
    return stored;
}

/** The names of experiments that query a data source, or will when they are started. */
export async function listExperimentsOf(db: Db, { project, name }: DataSourceAddress): Promise<string[]> {
    const rows = await db
        .selectFrom('experiments')
        .innerJoin('flags', 'flags.name', 'experiments.flag')
        .select('experiments.name')
        .where('flags.project', '=', project)
        .where('experiments.data_source', '=', name)
        .where('experiments.state', 'in', ['Draft', 'Running'])
        .orderBy('experiments.name')
        .execute();
    return rows.map((row) => row.name);
}

function toStored(row: { name: string; content: unknown; password: string; created_at: string }): StoredDataSource {
    return {
        // Written by the commands of data sources.
        source: {
            name: row.name,
            ...(row.content as DataSourceContent),
            ...{ hasPassword: row.password !== '', createdAt: row.created_at },
        },
        sealedPassword: row.password,
    };
}
