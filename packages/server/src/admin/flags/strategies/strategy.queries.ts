import { invalid, notFound } from '../../../core/errors/errors.ts';
import { chunked } from '../../../storage/chunked.ts';
import type { Db } from '../../../storage/database.ts';
import {
    type StrategyRow,
    type StrategySegmentRow,
    segmentsOfStrategy,
    strategyAt,
    strategyRows,
    strategySegmentRows,
} from '../../../storage/strategies/strategy-rows.ts';
import type { FeatureStrategy } from '../../catalogue/strategy-rules/strategy.schemas.ts';
import { getFlag } from '../flags/flag.queries.ts';

/** The address of a flag's strategies: a flag has its own in each environment. */
export interface StrategyScope {
    project: string;
    featureName: string;
    environment: string;
}

/** Strategies by flag, then by environment; each list in the order of evaluation. */
export type StrategiesByFlag = Map<string, Map<string, FeatureStrategy[]>>;

interface StrategiesQuery {
    /** Includes the strategies that active milestones serve; they come first. */
    withMilestones?: boolean;
}

/** Returns the own strategies of these flags, in one environment or in all. */
export async function listStrategies(
    db: Db,
    flags: readonly string[],
    environment?: string,
    { withMilestones = false }: StrategiesQuery = {},
): Promise<StrategiesByFlag> {
    const strategies: StrategiesByFlag = new Map();
    for (const names of chunked(flags)) {
        const [rows, segments] = await Promise.all([
            strategyRows(db, names, environment),
            strategySegmentRows(db, names, environment),
        ]);
        const segmentsOf = segmentsByStrategy(segments);
        for (const row of rows) {
            if (row.milestone_id !== null && !withMilestones) continue;
            const ofFlag = strategies.get(row.flag) ?? new Map<string, FeatureStrategy[]>();
            const ofEnvironment = ofFlag.get(row.environment) ?? [];
            ofEnvironment.push(toStrategy(row, segmentsOf.get(row.id)));
            strategies.set(row.flag, ofFlag.set(row.environment, ofEnvironment));
        }
    }
    return strategies;
}

/** Returns the strategies of one flag in one environment, in the order of evaluation. */
export async function listStrategiesOf(
    db: Db,
    flag: string,
    environment: string,
    query?: StrategiesQuery,
): Promise<FeatureStrategy[]> {
    const strategies = await listStrategies(db, [flag], environment, query);
    return strategies.get(flag)?.get(environment) ?? [];
}

/** Returns a strategy. Throws for a strategy of another flag, project or environment, regardless of access. */
export async function getStrategy(
    db: Db,
    { project, featureName, environment, strategyId }: StrategyScope & { strategyId: string },
): Promise<FeatureStrategy> {
    const { row, segments } = await getStrategyRow(db, { project, featureName, environment, strategyId });
    return toStrategy(row, segments);
}

/** Like `getStrategy`, for changes: a strategy of a milestone is changed in its release plan. */
export async function getOwnStrategy(
    db: Db,
    address: StrategyScope & { strategyId: string },
): Promise<FeatureStrategy> {
    const { row, segments } = await getStrategyRow(db, address);
    if (row.milestone_id !== null) {
        throw invalid(
            `Strategy ${row.id} belongs to the active milestone of a release plan. Change it with PUT /milestone-strategies/${row.id}, or start another milestone.`,
        );
    }
    return toStrategy(row, segments);
}

async function getStrategyRow(
    db: Db,
    { project, featureName, environment, strategyId }: StrategyScope & { strategyId: string },
) {
    const [, strategies, segments] = await Promise.all([
        getFlag(db, { project, name: featureName }),
        strategyAt(db, { strategyId, featureName, environment }),
        segmentsOfStrategy(db, { strategyId }),
    ]);
    const [row] = strategies;
    if (!row) throw notFound(`strategy ${strategyId} of flag ${featureName} in environment ${environment}`);
    return { row, segments: segmentsByStrategy(segments).get(strategyId) };
}

function segmentsByStrategy(rows: readonly StrategySegmentRow[]): Map<string, number[]> {
    const segments = new Map<string, number[]>();
    for (const { strategy_id, segment_id } of rows) {
        const list = segments.get(strategy_id);
        if (list) list.push(segment_id);
        else segments.set(strategy_id, [segment_id]);
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
