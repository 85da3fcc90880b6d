import type { Selectable } from 'kysely';
import { notFound } from '../../core/errors.ts';
import { chunked } from '../../storage/chunked.ts';
import type { Db } from '../../storage/database.ts';
import type { Tables } from '../../storage/tables.ts';
import { getFlag } from '../flags/flag.queries.ts';
import type { FeatureStrategy } from './strategy.schemas.ts';

export type StrategyRow = Selectable<Tables['strategies']>;

/** Where a flag's strategies are: a flag has its own in each environment. */
export interface StrategyPlace {
    project: string;
    featureName: string;
    environment: string;
}

/** By flag, then by environment; each list in the order of evaluation. */
export type StrategiesByFlag = Map<string, Map<string, FeatureStrategy[]>>;

/** The strategies of these flags, in one environment or in all. */
export async function listStrategies(
    db: Db,
    flags: readonly string[],
    environment?: string,
): Promise<StrategiesByFlag> {
    const strategies: StrategiesByFlag = new Map();
    for (const chunk of chunked(flags)) {
        const rows = await db
            .selectFrom('strategies')
            .selectAll()
            .where('flag', 'in', chunk)
            .$if(environment !== undefined, (query) => query.where('environment', '=', environment!))
            .orderBy('sort_order')
            .orderBy('created_at')
            .orderBy('id')
            .execute();
        const segments = await segmentsOf(
            db,
            rows.map(({ id }) => id),
        );
        for (const row of rows) {
            const ofFlag = strategies.get(row.flag) ?? new Map<string, FeatureStrategy[]>();
            const ofEnvironment = ofFlag.get(row.environment) ?? [];
            ofEnvironment.push(toStrategy(row, segments.get(row.id)));
            strategies.set(row.flag, ofFlag.set(row.environment, ofEnvironment));
        }
    }
    return strategies;
}

/** The strategies of one flag in one environment, in the order of evaluation. */
export async function listStrategiesOf(db: Db, flag: string, environment: string): Promise<FeatureStrategy[]> {
    const strategies = await listStrategies(db, [flag], environment);
    return strategies.get(flag)?.get(environment) ?? [];
}

/** The strategy at exactly that place. One of another flag, project or environment is not there, whoever asks. */
export async function getStrategy(
    db: Db,
    { project, featureName, environment, strategyId }: StrategyPlace & { strategyId: string },
): Promise<FeatureStrategy> {
    await getFlag(db, { project, name: featureName });
    const row = await db
        .selectFrom('strategies')
        .selectAll()
        .where('id', '=', strategyId)
        .where('flag', '=', featureName)
        .where('environment', '=', environment)
        .executeTakeFirst();
    if (!row) throw notFound(`strategy ${strategyId} of flag ${featureName} in environment ${environment}`);
    return toStrategy(row, (await segmentsOf(db, [strategyId])).get(strategyId));
}

async function segmentsOf(db: Db, strategyIds: readonly string[]): Promise<Map<string, number[]>> {
    const segments = new Map<string, number[]>();
    for (const ids of chunked(strategyIds)) {
        const rows = await db
            .selectFrom('strategy_segments')
            .selectAll()
            .where('strategy_id', 'in', ids)
            .orderBy('segment_id')
            .execute();
        for (const { strategy_id, segment_id } of rows) {
            segments.set(strategy_id, [...(segments.get(strategy_id) ?? []), segment_id]);
        }
    }
    return segments;
}

function toStrategy(row: StrategyRow, segments: number[] = []): FeatureStrategy {
    return {
        id: row.id,
        name: row.name,
        title: row.title,
        disabled: row.disabled,
        sortOrder: row.sort_order,
        segments,
        constraints: row.constraints.map((constraint) => ({ ...constraint, values: constraint.values ?? [] })),
        variants: row.variants,
        parameters: row.parameters,
    };
}
