import { chunked } from '../storage/chunked.ts';
import type { Db } from '../storage/database.ts';
import type { HiddenStrategy } from './hidden.ts';
import { ALL_ENVIRONMENTS, type Publication } from './publications.ts';

/** A publication that is not yet part of a revision. */
export type Definition = Omit<Publication, 'revision'>;

/** Builds what SDKs see of these flags, and what they do not, from the rows of now, in one environment or in all. */
export async function flagDefinitions(db: Db, names: readonly string[], environment?: string): Promise<Definition[]> {
    const definitions: Definition[] = [];
    for (const chunk of chunked(names)) definitions.push(...(await chunkOfFlagDefinitions(db, chunk, environment)));
    return definitions;
}

async function chunkOfFlagDefinitions(db: Db, names: string[], environment?: string): Promise<Definition[]> {
    const flags = await db
        .selectFrom('flags')
        .innerJoin('flag_environments', 'flag_environments.flag', 'flags.name')
        .select([
            'flags.name',
            'flags.project',
            'flags.type',
            'flags.description',
            'flags.stale',
            'flags.potentially_stale',
            'flags.impression_data',
            'flag_environments.environment',
            'flag_environments.enabled',
            'flag_environments.variants',
        ])
        .where('flags.name', 'in', names)
        .where('flags.archived_at', 'is', null)
        .$if(environment !== undefined, (query) => query.where('flag_environments.environment', '=', environment!))
        .execute();
    if (flags.length === 0) return [];
    const strategies = await strategiesOf(db, names, environment);
    const dependencies = await dependenciesOf(db, names);

    return flags.flatMap((flag) => {
        const parents = dependencies.get(flag.name);
        const { seen = [], hidden } = strategies.get(keyOf(flag.name, flag.environment)) ?? {};
        const definition = {
            name: flag.name,
            type: flag.type,
            enabled: flag.enabled,
            project: flag.project,
            stale: flag.stale ?? flag.potentially_stale,
            strategies: seen,
            variants: flag.variants,
            description: flag.description,
            impressionData: flag.impression_data,
            ...(parents && { dependencies: parents }),
        };
        const { environment, name, project } = flag;
        return [
            { environment, kind: 'flag', name, project, definition: JSON.stringify(definition) },
            ...(hidden
                ? [{ environment, kind: 'hidden', name, project, definition: JSON.stringify(hidden) } as const]
                : []),
        ] satisfies Definition[];
    });
}

// Environment names cannot contain a slash.
const keyOf = (flag: string, environment: string) => `${environment}/${flag}`;

async function strategiesOf(db: Db, flags: string[], environment?: string) {
    const rows = await db
        .selectFrom('strategies')
        .select(['id', 'flag', 'environment', 'name', 'title', 'disabled', 'constraints', 'parameters', 'variants'])
        .where('flag', 'in', flags)
        .$if(environment !== undefined, (query) => query.where('environment', '=', environment!))
        .orderBy('sort_order')
        .orderBy('created_at')
        .orderBy('id')
        .execute();
    const segments = await segmentsOfStrategies(
        db,
        rows.map((row) => row.id),
    );
    const strategies = new Map<string, { seen: unknown[]; hidden: HiddenStrategy[] }>();
    for (const { id, flag, environment, title, disabled, name, constraints, parameters, variants } of rows) {
        const ids = segments.get(id);
        const strategy = { name, constraints, parameters, variants, ...(ids && { segments: ids }) };
        const key = keyOf(flag, environment);
        const own = strategies.get(key) ?? { seen: [], hidden: [] };
        strategies.set(key, own);
        if (!disabled) own.seen.push(strategy);
        own.hidden.push({ id, ...(title !== null && { title }), ...(disabled && { disabled, ...strategy }) });
    }
    return strategies;
}

async function segmentsOfStrategies(db: Db, strategyIds: string[]): Promise<Map<string, number[]>> {
    const segments = new Map<string, number[]>();
    for (const ids of chunked(strategyIds)) {
        const rows = await db
            .selectFrom('strategy_segments')
            .selectAll()
            .where('strategy_id', 'in', ids)
            .orderBy('segment_id')
            .execute();
        for (const { strategy_id, segment_id } of rows) {
            const list = segments.get(strategy_id);
            if (list) list.push(segment_id);
            else segments.set(strategy_id, [segment_id]);
        }
    }
    return segments;
}

async function dependenciesOf(db: Db, children: string[]) {
    const rows = await db
        .selectFrom('flag_dependencies')
        .selectAll()
        .where('child', 'in', children)
        .orderBy('parent')
        .execute();
    const dependencies = new Map<string, unknown[]>();
    for (const { child, parent, enabled, variants } of rows) {
        const dependency = { feature: parent, enabled, ...(variants.length > 0 && { variants }) };
        dependencies.set(child, [...(dependencies.get(child) ?? []), dependency]);
    }
    return dependencies;
}

/** Builds what SDKs see of these segments from the rows of now. */
export async function segmentDefinitions(db: Db, ids: readonly number[]): Promise<Definition[]> {
    const definitions: Definition[] = [];
    for (const chunk of chunked(ids)) {
        const rows = await db
            .selectFrom('segments')
            .select(['id', 'name', 'project', 'constraints'])
            .where('id', 'in', chunk)
            .execute();
        for (const { id, name, project, constraints } of rows) {
            definitions.push({
                environment: ALL_ENVIRONMENTS,
                kind: 'segment',
                name: String(id),
                project,
                definition: JSON.stringify({ id, name, constraints }),
            });
        }
    }
    return definitions;
}
