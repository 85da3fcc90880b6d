import { sql } from 'kysely';
import type { DueItem } from '../../../changes/due-work/due-kind.ts';
import { notFound } from '../../../core/errors/errors.ts';
import type { Db } from '../../../storage/database.ts';
import { prepared } from '../../../storage/prepared.ts';
import type { SafeguardState } from '../../../storage/tables/safeguards.ts';
import type {
    CountComparison,
    ListedSafeguard,
    NewSafeguard,
    OutcomeComparison,
    PlanAction,
    Safeguard,
    SafeguardEvaluation,
    SafeguardInterval,
} from './safeguard.schemas.ts';

/** A metric against a number. */
export interface ThresholdRule {
    impactMetric: Required<Omit<NewSafeguard['impactMetric'], 'id'>>;
    triggerCondition: NewSafeguard['triggerCondition'];
    action: PlanAction;
}

/** Units with the feature and without. */
export interface ComparisonRule {
    comparison: OutcomeComparison;
    action: PlanAction;
}

/** Events per evaluation, with the feature and without. */
export interface CountRule {
    counts: CountComparison;
    action: PlanAction;
}

export type SafeguardRule = ThresholdRule | ComparisonRule | CountRule;

export interface FlagEnvironmentAddress {
    project: string;
    featureName: string;
    environment: string;
}

export interface StoredSafeguard extends FlagEnvironmentAddress {
    id: number;
    /** Null: it watches the flag, whatever releases it. */
    planId: string | null;
    rule: SafeguardRule;
    state: SafeguardState | null;
    hold: string | null;
    checkedAt: string | null;
    checkAt: string;
    changedAt: string;
}

const selectSafeguards = (db: Db) =>
    db
        .selectFrom('safeguards')
        .innerJoin('flags', 'flags.name', 'safeguards.flag')
        .selectAll('safeguards')
        .select('flags.project');

type Row = Awaited<ReturnType<ReturnType<typeof selectSafeguards>['executeTakeFirstOrThrow']>>;

const toStored = (row: Row): StoredSafeguard => ({
    ...{ id: row.id, planId: row.plan, project: row.project, featureName: row.flag, environment: row.environment },
    // The rule was validated before it was stored.
    rule: { action: 'disableFeatureEnvironment', ...row.content } as SafeguardRule,
    ...{
        state: row.state,
        hold: row.hold,
        checkedAt: row.checked_at,
        checkAt: row.check_at,
        changedAt: row.changed_at,
    },
});

/** Returns the safeguards of a flag in an environment, or those of its plan. */
export async function listSafeguards(
    db: Db,
    { featureName, environment }: Omit<FlagEnvironmentAddress, 'project'>,
    planId: string | null = null,
): Promise<StoredSafeguard[]> {
    const rows = await selectSafeguards(db)
        .where('safeguards.flag', '=', featureName)
        .where('safeguards.environment', '=', environment)
        .where('safeguards.plan', planId === null ? 'is' : '=', planId)
        .orderBy('safeguards.id')
        .execute();
    return rows.map(toStored);
}

/** Returns the safeguards of a flag in all environments, with those of its plans. */
export async function listSafeguardsOfFlag(db: Db, flag: string): Promise<StoredSafeguard[]> {
    return (await safeguardsOfFlag(db, { flag })).map(toStored);
}

const safeguardsOfFlag = prepared((db: Db, { flag }: { flag: string }) =>
    selectSafeguards(db).where('safeguards.flag', '=', flag).orderBy('safeguards.id'),
);

export async function findSafeguard(db: Db, id: number): Promise<StoredSafeguard | undefined> {
    const row = await selectSafeguards(db).where('safeguards.id', '=', id).executeTakeFirst();
    return row && toStored(row);
}

/** Returns all comparisons of plans. */
export async function listComparisons(db: Db): Promise<(StoredSafeguard & { rule: ComparisonRule })[]> {
    const rows = await selectSafeguards(db)
        .where('safeguards.kind', '=', 'comparison')
        .where('flags.archived_at', 'is', null)
        .orderBy('safeguards.id')
        .execute();
    return rows
        .map(toStored)
        .filter((each): each is StoredSafeguard & { rule: ComparisonRule } => isComparing(each.rule));
}

export const isComparing = (rule: SafeguardRule): rule is ComparisonRule => 'comparison' in rule;
export const isCounting = (rule: SafeguardRule): rule is CountRule => 'counts' in rule;
export const isThreshold = (rule: SafeguardRule): rule is ThresholdRule => 'impactMetric' in rule;

/** Returns a safeguard only if it belongs to the flag environment, or to the plan. */
export async function getSafeguard(
    db: Db,
    address: FlagEnvironmentAddress & { planId?: string },
    id: string,
): Promise<StoredSafeguard> {
    const all = await listSafeguards(db, address, address.planId ?? null);
    const safeguard = all.find((each) => String(each.id) === id);
    if (!safeguard) throw notFound(`safeguard ${id} of flag ${address.featureName} in ${address.environment}`);
    return safeguard;
}

export async function listEvaluations(
    db: Db,
    id: number,
    { limit, offset }: { limit: number; offset: number },
): Promise<SafeguardEvaluation[]> {
    const rows = await db
        .selectFrom('safeguard_evaluations')
        .select('content')
        .where('safeguard', '=', id)
        .orderBy('at', 'desc')
        .orderBy('id')
        .limit(limit)
        .offset(offset)
        .execute();
    return rows.map(({ content }) => content as SafeguardEvaluation);
}

const MAX_INTERVALS = 1_000;

/** Returns what a safeguard showed over time, for charts: about `points` evaluations, and the first of each state. The newest first. */
export async function listIntervals(db: Db, id: number, points: number): Promise<SafeguardInterval[]> {
    const { count } = await db
        .selectFrom('safeguard_evaluations')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('safeguard', '=', id)
        .executeTakeFirstOrThrow();
    const step = Math.max(1, Math.ceil(Number(count) / points));
    const rows = await db
        .selectFrom(
            db
                .selectFrom('safeguard_evaluations')
                .select(['id', 'at', 'content', 'state'])
                .select(sql<number>`row_number() over (order by at desc, id)`.as('number'))
                .select(sql<string | null>`lag(state) over (order by at, id desc)`.as('before'))
                .where('safeguard', '=', id)
                .as('numbered'),
        )
        .select('content')
        .where(({ or, eb, ref }) =>
            or([
                sql<boolean>`(number - 1) % ${sql.lit(step)} = 0`,
                eb('before', 'is', null),
                eb('before', '<>', ref('state')),
            ]),
        )
        .orderBy('at', 'desc')
        .orderBy('id')
        .limit(MAX_INTERVALS)
        .execute();
    return rows.map(({ content }) => {
        const { at, state, milestone, value, threshold, effect, difference, bounds } = content as SafeguardEvaluation;
        return { at, state, milestone, value, threshold, effect, difference, bounds };
    });
}

/** Returns a safeguard in the format of the API, with its last evaluation. */
export async function describeSafeguard(db: Db, safeguard: StoredSafeguard): Promise<Safeguard> {
    const [evaluation = null] = await listEvaluations(db, safeguard.id, { limit: 1, offset: 0 });
    return { ...toListedSafeguard(safeguard), evaluation };
}

/** A safeguard with its state, as in flags and plans. */
export function toListedSafeguard(safeguard: StoredSafeguard): ListedSafeguard {
    const { state, checkedAt, hold } = safeguard;
    return { ...toSafeguard(safeguard), state, checkedAt, hold };
}

type Described = Pick<StoredSafeguard, 'id' | 'planId' | 'rule' | keyof FlagEnvironmentAddress>;

/** A safeguard without its state, as in events. */
export function toSafeguard({ id, planId, rule, project, featureName, environment }: Described) {
    const type = rule.action;
    const isOfFlag = type === 'disableFeatureEnvironment' || planId === null;
    const action = isOfFlag ? { type, featureName, environment, project } : { type, id: planId };
    if (isComparing(rule)) return { id: String(id), comparison: rule.comparison, action };
    return isCounting(rule)
        ? { id: String(id), counts: rule.counts, action }
        : {
              id: String(id),
              impactMetric: { id: String(id), ...rule.impactMetric },
              triggerCondition: rule.triggerCondition,
              action,
          };
}

const selectWatched = (db: Db) =>
    db
        .selectFrom('safeguards')
        .innerJoin('flags', 'flags.name', 'safeguards.flag')
        .where('flags.archived_at', 'is', null);

/** Returns the time after `after` at which the next safeguard is checked. */
export async function nextCheck(db: Db, after: string): Promise<string | undefined> {
    const row = await selectWatched(db)
        .select('safeguards.check_at')
        .where('safeguards.check_at', '>', after)
        .orderBy('safeguards.check_at')
        .limit(1)
        .executeTakeFirst();
    return row?.check_at;
}

const PAGE = 100;

/** Returns the next safeguards to check after another one, earliest first. */
export function dueChecks(db: Db, { now, after }: { now: string; after: DueItem | undefined }): Promise<DueItem[]> {
    return selectWatched(db)
        .select(['safeguards.id', 'safeguards.check_at as at', 'flags.project', 'safeguards.environment'])
        .where('safeguards.check_at', '<=', now)
        .$if(after !== undefined, (query) =>
            query.where(sql<boolean>`(safeguards.check_at, safeguards.id) > (${after!.at}, ${after!.id})`),
        )
        .orderBy('safeguards.check_at')
        .orderBy('safeguards.id')
        .limit(PAGE)
        .execute();
}
