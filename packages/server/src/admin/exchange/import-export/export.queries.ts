import { type AdminActor, mayKnowOf } from '../../../core/access/actor.ts';
import { mapYielding } from '../../../core/concurrency/yielding.ts';
import { invalid } from '../../../core/errors/errors.ts';
import { exportedSettings, settingsOf } from '../../../core/flags/flag-settings.ts';
import { chunked } from '../../../storage/chunked.ts';
import type { Db } from '../../../storage/database.ts';
import { inKnownProject } from '../../../storage/known-projects.ts';
import { readInPages } from '../../../storage/pages.ts';
import type { StoredVariant } from '../../../storage/tables/strategies.ts';
import { toContextField } from '../../catalogue/context-fields/context-field.queries.ts';
import { listDependenciesOf, toDependency } from '../../flags/dependencies/dependency.queries.ts';
import { type FlagRow, isStale } from '../../flags/flags/flag.queries.ts';
import { findReleasedOnly } from '../../flags/release-plans/released-only.queries.ts';
import { listStrategies } from '../../flags/strategies/strategy.queries.ts';
import type { ExportedData, ExportQuery } from './export.schemas.ts';

/** Returns the flags as configured in one environment, with all objects that they depend on. */
export async function exportFlags(db: Db, actor: AdminActor, query: ExportQuery): Promise<ExportedData> {
    const flags = (await flagsOf(db, query)).filter(({ project }) => mayKnowOf(actor, project));
    const names = flags.map(({ name }) => name);
    const { environment } = query;
    const environments = await environmentsOf(db, names, environment);
    const strategiesByFlag = await listStrategies(db, names, environment);
    const strategies = await mapYielding(names, (featureName) =>
        (strategiesByFlag.get(featureName)?.get(environment) ?? []).map((strategy) => ({ ...strategy, featureName })),
    );
    const featureStrategies = strategies.flat();
    const tags = await rowsOf(names, (chunk) =>
        db
            .selectFrom('flag_tags')
            .selectAll()
            .where('flag', 'in', chunk)
            .orderBy('flag')
            .orderBy('type')
            .orderBy('value')
            .execute(),
    );
    const links = await rowsOf(names, (chunk) =>
        db
            .selectFrom('flag_links')
            .selectAll()
            .where('flag', 'in', chunk)
            .orderBy('flag')
            .orderBy('created_at')
            .orderBy('id')
            .execute(),
    );
    const dependencies = await listDependenciesOf(db, names);
    return {
        features: await mapYielding(flags, (flag) => ({
            name: flag.name,
            ...exportedSettings(settingsOf(flag)),
            project: flag.project,
            stale: isStale(flag),
            archived: false,
        })),
        featureStrategies,
        featureEnvironments: environments,
        contextFields: await contextFieldsIn(db, actor, featureStrategies, environments),
        featureTags: tags.map(({ flag, type, value }) => ({ featureName: flag, tagType: type, tagValue: value })),
        segments: await segmentsIn(db, featureStrategies),
        tagTypes: await rowsOf([...new Set(tags.map(({ type }) => type))], (chunk) =>
            db.selectFrom('tag_types').selectAll().where('name', 'in', chunk).orderBy('name').execute(),
        ),
        dependencies: grouped(dependencies, ({ child }) => child).map(([feature, rows]) => ({
            feature,
            dependencies: rows.map(toDependency),
        })),
        links: grouped(links, ({ flag }) => flag).map(([feature, rows]) => ({
            feature,
            links: rows.map(({ url, title }) => ({ url, title })),
        })),
    };
}

async function flagsOf(db: Db, { features, tag, project }: ExportQuery): Promise<FlagRow[]> {
    const flags = db.selectFrom('flags').selectAll().where('archived_at', 'is', null).orderBy('name');
    const readAll = (query: typeof flags) =>
        readInPages((after, limit) => query.where('name', '>', after).limit(limit).execute());
    if (features && features.length > 0) {
        return rowsOf([...new Set(features)].sort(), (chunk) => flags.where('name', 'in', chunk).execute());
    }
    if (tag !== undefined) {
        const [, type, value] = /^([^:]+):(.+)$/.exec(tag) ?? [];
        if (type === undefined || value === undefined) {
            throw invalid('A tag is written as type:value, for example simple:beta.', '/body/tag');
        }
        return flags
            .where('name', 'in', (tagged) =>
                tagged.selectFrom('flag_tags').select('flag').where('type', '=', type).where('value', '=', value),
            )
            .execute();
    }
    if (project !== undefined) return readAll(flags.where('project', '=', project));
    if (features) return readAll(flags);
    throw invalid('Select the flags to export: features, tag or project.', '/body');
}

async function rowsOf<K, R>(keys: readonly K[], read: (chunk: K[]) => Promise<R[]>): Promise<R[]> {
    const rows: R[] = [];
    for (const chunk of chunked(keys)) for (const row of await read(chunk)) rows.push(row);
    return rows;
}

async function environmentsOf(db: Db, names: readonly string[], environment: string) {
    const rows = await rowsOf(names, (chunk) =>
        db
            .selectFrom('flag_environments')
            .select(['flag', 'enabled', 'variants'])
            .where('flag', 'in', chunk)
            .where('environment', '=', environment)
            .orderBy('flag')
            .execute(),
    );
    const isReleasedOnly = await findReleasedOnly(db, names);
    return mapYielding(rows, ({ flag, enabled, variants }) => ({
        name: flag,
        featureName: flag,
        environment,
        enabled: enabled && !isReleasedOnly({ flag, environment }),
        variants,
    }));
}

type Strategies = ExportedData['featureStrategies'];

/** Returns the context fields that constraints, stickiness or overrides refer to. */
async function contextFieldsIn(
    db: Db,
    actor: AdminActor,
    strategies: Strategies,
    environments: readonly { variants: StoredVariant[] }[],
) {
    const variants = [...strategies, ...environments].flatMap(
        (each): StoredVariant[] => each.variants as StoredVariant[],
    );
    const names = new Set([
        ...strategies.flatMap(({ constraints }) => constraints.map(({ contextName }) => contextName)),
        ...strategies.flatMap(({ parameters }) => parameters['stickiness'] ?? []),
        ...variants.map(({ stickiness }) => stickiness),
        ...variants.flatMap(({ overrides = [] }) => overrides.map(({ contextName }) => contextName)),
    ]);
    const rows = await rowsOf([...names], (chunk) =>
        db
            .selectFrom('context_fields')
            .selectAll()
            .where('name', 'in', chunk)
            .where(inKnownProject(actor, 'context_fields.project'))
            .orderBy('name')
            .execute(),
    );
    return rows.map(toContextField);
}

async function segmentsIn(db: Db, strategies: Strategies) {
    const ids = [...new Set(strategies.flatMap(({ segments }) => segments))];
    const rows = await rowsOf(ids, (chunk) =>
        db
            .selectFrom('segments')
            .select(['id', 'name', 'constraints'])
            .where('id', 'in', chunk)
            .orderBy('id')
            .execute(),
    );
    return rows.map(({ id, name, constraints }) => ({
        id,
        name,
        constraints: constraints.map((constraint) => ({ ...constraint, values: constraint.values ?? [] })),
    }));
}

function grouped<R>(rows: readonly R[], keyOf: (row: R) => string): [string, R[]][] {
    const groups = new Map<string, R[]>();
    for (const row of rows) {
        const group = groups.get(keyOf(row));
        if (group) group.push(row);
        else groups.set(keyOf(row), [row]);
    }
    return [...groups];
}
