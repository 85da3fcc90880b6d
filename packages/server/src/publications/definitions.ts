import { mapYielding } from '../core/concurrency/yielding.ts';
import { PUBLISHED_COLUMNS } from '../core/flags/flag-members.ts';
import { publishedSettingsOf } from '../core/flags/flag-settings.ts';
import { chunked } from '../storage/chunked.ts';
import type { Db } from '../storage/database.ts';
import { prepared } from '../storage/prepared.ts';
import {
    isServed,
    type StrategyRow,
    type StrategySegmentRow,
    strategyRows,
    strategySegmentRows,
} from '../storage/strategies/strategy-rows.ts';
import type { HiddenStrategy } from './hidden.ts';
import { ALL_ENVIRONMENTS, type Publication } from './publications.ts';

/** A publication that is not yet part of a revision. */
export type Definition = Omit<Publication, 'revision'>;

/** Builds the SDK definitions of these flags, and the hidden parts, from the current rows, in one environment or in all. */
export async function flagDefinitions(db: Db, names: readonly string[], environment?: string): Promise<Definition[]> {
    const definitions: Definition[] = [];
    for (const chunk of chunked(names)) definitions.push(...(await chunkOfFlagDefinitions(db, chunk, environment)));
    return definitions;
}

/** All reads are sent together. */
async function chunkOfFlagDefinitions(db: Db, names: string[], environment?: string): Promise<Definition[]> {
    const [flags, strategies, segments, dependencies] = await Promise.all([
        environment === undefined ? flagsEverywhere(db, { names }) : flagsIn(db, { names, environment }),
        strategyRows(db, names, environment),
        strategySegmentRows(db, names, environment),
        parentsOf(db, { names }),
    ]);
    const strategiesOf = await strategiesByEnvironment(strategies, segments);
    const parents = Map.groupBy(dependencies, ({ child }) => child);

    const definitions = await mapYielding(flags, (flag): Definition[] => {
        const { served = [], details } = strategiesOf.get(keyOf(flag.name, flag.environment)) ?? {};
        const { type, ...settings } = publishedSettingsOf(flag);
        // The order of the members stays, so that published definitions are byte-identical.
        const definition = {
            name: flag.name,
            type,
            enabled: flag.enabled,
            project: flag.project,
            stale: flag.stale ?? flag.potentially_stale,
            strategies: served,
            variants: flag.variants,
            ...settings,
            ...(parents.has(flag.name) && { dependencies: parents.get(flag.name)?.map(toDependency) }),
        };
        const { environment, name, project } = flag;
        const published: Definition = {
            environment,
            kind: 'flag',
            name,
            project,
            definition: JSON.stringify(definition),
        };
        if (!details) return [published];
        return [published, { environment, kind: 'hidden', name, project, definition: JSON.stringify(details) }];
    });
    return definitions.flat();
}

// Environment names cannot contain a slash.
const keyOf = (flag: string, environment: string) => `${environment}/${flag}`;

const selectFlags = (db: Db, names: readonly string[]) =>
    db
        .selectFrom('flags')
        .innerJoin('flag_environments', 'flag_environments.flag', 'flags.name')
        .select([
            'flags.name',
            'flags.project',
            'flags.stale',
            'flags.potentially_stale',
            ...PUBLISHED_COLUMNS.map((column) => `flags.${column}` as const),
            'flag_environments.environment',
            'flag_environments.enabled',
            'flag_environments.variants',
        ])
        .where('flags.name', 'in', names)
        // Follows from the join. Without it, PostgreSQL reads the whole table for a few hundred names.
        .where('flag_environments.flag', 'in', names)
        .where('flags.archived_at', 'is', null);

type FlagNames = { names: readonly string[] };
type FlagNamesInEnvironment = FlagNames & { environment: string };

const flagsEverywhere = prepared((db: Db, { names }: FlagNames) => selectFlags(db, names));
const flagsIn = prepared((db: Db, { names, environment }: FlagNamesInEnvironment) =>
    selectFlags(db, names).where('flag_environments.environment', '=', environment),
);
const parentsOf = prepared((db: Db, { names }: FlagNames) =>
    db
        .selectFrom('flag_dependencies')
        .select(['child', 'parent', 'enabled', 'variants'])
        .where('child', 'in', names)
        .orderBy('parent'),
);

type DependencyRow = Awaited<ReturnType<typeof parentsOf>>[number];

async function strategiesByEnvironment(rows: readonly StrategyRow[], segments: readonly StrategySegmentRow[]) {
    const segmentsOf = Map.groupBy(segments, ({ strategy_id }) => strategy_id);
    const strategies = new Map<string, { served: unknown[]; details: HiddenStrategy[] }>();
    await mapYielding(
        rows,
        ({ id, milestone_id, flag, environment, title, disabled, name, constraints, parameters, variants }) => {
            const ids = segmentsOf.get(id)?.map(({ segment_id }) => segment_id);
            const strategy = { name, constraints, parameters, variants, ...(ids && { segments: ids }) };
            const key = keyOf(flag, environment);
            const own = strategies.get(key) ?? { served: [], details: [] };
            strategies.set(key, own);
            if (isServed({ disabled })) own.served.push(strategy);
            own.details.push({
                id,
                ...(milestone_id !== null && { milestoneId: milestone_id }),
                ...(title !== null && { title }),
                ...(disabled && { disabled, ...strategy }),
            });
        },
    );
    return strategies;
}

const toDependency = ({ parent, enabled, variants }: DependencyRow) => ({
    feature: parent,
    enabled,
    ...(variants.length > 0 && { variants }),
});

/** Builds the SDK definitions of these segments from the current rows. */
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
