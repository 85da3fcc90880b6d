import { type AdminActor, mayKnowOf } from '../../core/actor.ts';
import { mapInSlices } from '../../core/in-slices.ts';
import { chunked } from '../../storage/chunked.ts';
import type { Db } from '../../storage/database.ts';
import { listStrategies } from '../strategies/strategy.queries.ts';

/** A flag in one environment, as the engine reads it, with its disabled strategies. */
export interface PlaygroundFlag {
    name: string;
    project: string;
    enabled: boolean;
    strategies: unknown[];
    variants: unknown[];
    dependencies: unknown[];
    impressionData: boolean;
}

/** The names of the active flags of these projects that the actor may know of, in order. */
export async function listFlagNames(db: Db, actor: AdminActor, projects: readonly string[] | '*') {
    const rows = await db
        .selectFrom('flags')
        .select(['name', 'project'])
        .where('archived_at', 'is', null)
        .orderBy('name')
        .execute();
    const wanted = projects === '*' ? undefined : new Set(projects);
    return rows.filter(({ project }) => (wanted?.has(project) ?? true) && mayKnowOf(actor, project));
}

/** These flags as they are in an environment. One that does not exist there is off and has nothing. */
export async function loadFlags(
    db: Db,
    flags: readonly { name: string; project: string }[],
    environment: string,
): Promise<PlaygroundFlag[]> {
    const names = flags.map(({ name }) => name);
    const [strategies, environments, dependencies] = [
        await listStrategies(db, names, environment),
        await environmentsOf(db, names, environment),
        await dependenciesOf(db, names),
    ];
    return mapInSlices(flags, ({ name, project }) => {
        const here = environments.get(name);
        return {
            name,
            project,
            enabled: here?.enabled ?? false,
            strategies: here ? (strategies.get(name)?.get(environment) ?? []) : [],
            variants: here?.variants ?? [],
            dependencies: dependencies.get(name) ?? [],
            impressionData: false,
        };
    });
}

async function environmentsOf(db: Db, names: readonly string[], environment: string) {
    const found = new Map<string, { enabled: boolean; variants: unknown[] }>();
    for (const chunk of chunked(names)) {
        const rows = await db
            .selectFrom('flag_environments')
            .select(['flag', 'enabled', 'variants'])
            .where('flag', 'in', chunk)
            .where('environment', '=', environment)
            .execute();
        for (const { flag, enabled, variants } of rows) found.set(flag, { enabled, variants });
    }
    return found;
}

async function dependenciesOf(db: Db, names: readonly string[]) {
    const found = new Map<string, unknown[]>();
    for (const chunk of chunked(names)) {
        const rows = await db
            .selectFrom('flag_dependencies')
            .selectAll()
            .where('child', 'in', chunk)
            .orderBy('parent')
            .execute();
        for (const { child, parent, enabled, variants } of rows) {
            found.set(child, [...(found.get(child) ?? []), { feature: parent, enabled, variants }]);
        }
    }
    return found;
}

export const loadSegments = (db: Db) => db.selectFrom('segments').select(['id', 'name', 'constraints']).execute();
