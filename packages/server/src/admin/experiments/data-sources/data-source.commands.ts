import type { Change } from '../../../changes/change.ts';
import { conflict, exceedsLimit, invalid } from '../../../core/errors/errors.ts';
import { getProject } from '../../catalogue/projects/project.queries.ts';
import {
    type DataSourceAddress,
    findDataSource,
    getDataSource,
    listDataSources,
    listExperimentsOf,
} from './data-source.queries.ts';
import type { DataSource, DataSourceContent, DataSourceUpdate } from './data-source.schemas.ts';

const MAX_DATA_SOURCES = 20;
const PORTS = { postgres: 5_432, clickhouse: 8_123, clickhouseTls: 8_443 };

/** Creates or replaces a data source. The password is encrypted, and in no event. */
export async function saveDataSource(
    { tx, now, record, secrets }: Change,
    { project, name, password, ...input }: DataSourceUpdate & DataSourceAddress,
): Promise<DataSource> {
    await getProject(tx, project);
    const before = await findDataSource(tx, { project, name });
    if (!before && (await listDataSources(tx, project)).length >= MAX_DATA_SOURCES) {
        throw exceedsLimit('data sources of a project', MAX_DATA_SOURCES);
    }
    const content = completed(input);
    if (before?.source.hasPassword && password === undefined) requireSameServer(before.source, content);
    if (before && before.source.kind !== content.kind) {
        throw invalid(
            `Data source ${name} is of kind ${before.source.kind}. Create another one instead.`,
            '/body/kind',
        );
    }
    const sealed =
        password === undefined || (before && secrets.open(before.sealedPassword) === password)
            ? (before?.sealedPassword ?? '')
            : secrets.seal(password);
    const row = { content: JSON.stringify(content), password: sealed };
    await tx
        .insertInto('data_sources')
        .values({ project, name, ...row, created_at: now })
        .onConflict((conflicting) => conflicting.columns(['project', 'name']).doUpdateSet(row))
        .execute();
    const data: DataSource = {
        ...{ name, ...content, hasPassword: sealed !== '', createdAt: before?.source.createdAt ?? now },
    };
    const passwordChanged = before !== undefined && sealed !== before.sealedPassword;
    record({
        ...{ type: before ? 'experiment-source-updated' : 'experiment-source-created', project },
        ...(before && { preData: before.source }),
        data: { ...data, ...(passwordChanged && { passwordChanged }) },
    });
    return data;
}

export async function deleteDataSource({ tx, record }: Change, address: DataSourceAddress): Promise<void> {
    const { source } = await getDataSource(tx, address);
    const experiments = await listExperimentsOf(tx, address);
    if (experiments.length > 0) {
        throw conflict(
            `Data source ${address.name} is used by ${experiments.slice(0, 5).join(', ')}. Stop or delete these experiments first.`,
        );
    }
    await tx
        .deleteFrom('data_sources')
        .where('project', '=', address.project)
        .where('name', '=', address.name)
        .execute();
    record({ type: 'experiment-source-deleted', project: address.project, preData: source });
}

/** The stored password would be sent to a server that its author did not choose. */
function requireSameServer(before: DataSourceContent, after: DataSourceContent): void {
    const changed = (['host', 'port', 'user', 'tls', 'certificateAuthority'] as const).find(
        (member) => before[member] !== after[member],
    );
    if (changed === undefined) return;
    throw invalid(
        `The stored password belongs to the previous server. Enter it again, because "${changed}" changed.`,
        '/body/password',
    );
}

function completed({
    tls = true,
    certificateAuthority = null,
    unit = 'userId',
    refreshMinutes = 60,
    timeoutSeconds = 60,
    port,
    ...input
}: Omit<DataSourceUpdate, 'password' | 'name' | 'createdAt' | 'hasPassword'>): DataSourceContent {
    const { kind, host, database, user, exposures, outcomes } = input;
    const usual = kind === 'postgres' ? PORTS.postgres : tls ? PORTS.clickhouseTls : PORTS.clickhouse;
    return {
        ...{ kind, host, port: port ?? usual, database, user, tls, certificateAuthority, unit, exposures, outcomes },
        ...{ refreshMinutes, timeoutSeconds },
    };
}
