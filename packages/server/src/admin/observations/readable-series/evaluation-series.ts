import { type Expression, expressionBuilder, type SqlBool } from 'kysely';
import type { AdminActor } from '../../../core/access/actor.ts';
import { invalid } from '../../../core/errors/errors.ts';
import { PointBlocks } from '../../../core/series/point-blocks.ts';
import type { Labels, SeriesIdentity } from '../../../core/series/series.ts';
import type { MetricInfo, Series } from '../../../core/series/series-reader.ts';
import type { Db } from '../../../storage/database.ts';
import { inKnownProject } from '../../../storage/known-projects.ts';
import type { UsagePeriod } from '../../../storage/tables/usage.ts';
import type { Tables } from '../../../storage/tables.ts';

/** The counts of evaluations that SDKs report, as a metric, so that charts show them beside others. */
export const EVALUATIONS: MetricInfo = {
    name: 'flag_evaluations_total',
    kind: 'counter',
    help: 'Evaluations of flags by SDKs, per hour',
    labelNames: ['app_name', 'enabled', 'environment', 'feature_flag_key', 'feature_flag_result_variant'],
    environments: [],
};

export interface EvaluationsQuery {
    period: UsagePeriod;
    from: Date;
    to: Date;
    environment?: string | undefined;
    flags?: readonly string[] | undefined;
}

/** Rows of all flags of a large organisation do not fit into one answer. */
const MAX_ROWS = 50_000;

/** Unleash SDKs report this name if a flag returns no variant. */
const NO_VARIANT = 'disabled';

/** Returns the evaluations of the flags that the actor may read, as series. */
export async function readEvaluations(db: Db, actor: AdminActor, query: EvaluationsQuery): Promise<Series[]> {
    const counts = await selectCounts(db, actor, query);
    const variants = await selectVariants(db, actor, query);
    if (counts.length > MAX_ROWS || variants.length > MAX_ROWS) {
        throw invalid(
            `The range contains more than ${MAX_ROWS} counts. Select flags with the label feature_flag_key, an environment, or a shorter range.`,
        );
    }
    const series = new EvaluationSeries();
    const withVariant = new Map<string, number>();
    for (const row of variants) {
        const key = keyOf(row);
        withVariant.set(key, (withVariant.get(key) ?? 0) + row.count);
        series.add(row, { enabled: 'true', feature_flag_result_variant: row.variant }, row.count);
    }
    for (const row of counts) {
        series.add(row, { enabled: 'true' }, row.yes - (withVariant.get(keyOf(row)) ?? 0));
        series.add(row, { enabled: 'false' }, row.no);
    }
    return series.all();
}

interface UsageRow {
    flag: string;
    project: string;
    environment: string;
    app: string;
    since: string;
}

const keyOf = ({ flag, environment, app, since }: UsageRow) => [flag, environment, app, since].join('\n');

/** Collects the values of each series, in the order in which they are added. */
class EvaluationSeries {
    readonly #series = new Map<string, SeriesIdentity & { values: PointBlocks }>();

    add({ flag, project, environment, app, since }: UsageRow, result: Labels, value: number): void {
        if (value <= 0) return;
        const labels = { app_name: app, feature_flag_key: flag, ...result };
        const key = JSON.stringify([labels, environment]);
        let series = this.#series.get(key);
        if (!series) {
            series = { name: EVALUATIONS.name, environment, project, labels, values: new PointBlocks('counter') };
            this.#series.set(key, series);
        }
        series.values.addPacked(Date.parse(since) / 1_000, [value]);
    }

    all = (): Series[] =>
        Array.from(this.#series.values(), ({ values, ...identity }) => ({
            ...{ ...identity, kind: 'counter', blocks: values.all() },
        }));
}

const COLUMNS = ['counted.flag', 'flags.project', 'counted.environment', 'counted.app', 'counted.since'] as const;

const selectCounts = (db: Db, actor: AdminActor, query: EvaluationsQuery) =>
    db
        .selectFrom('usage as counted')
        .innerJoin('flags', 'flags.name', 'counted.flag')
        .select([...COLUMNS, 'counted.yes', 'counted.no'])
        .where(isSelected(actor, query))
        .orderBy('counted.since')
        .limit(MAX_ROWS + 1)
        .execute();

const selectVariants = (db: Db, actor: AdminActor, query: EvaluationsQuery) =>
    db
        .selectFrom('usage_of_variants as counted')
        .innerJoin('flags', 'flags.name', 'counted.flag')
        .select([...COLUMNS, 'counted.variant', 'counted.count'])
        .where('counted.variant', '<>', NO_VARIANT)
        .where(isSelected(actor, query))
        .orderBy('counted.since')
        .limit(MAX_ROWS + 1)
        .execute();

/** The counts of both tables that the query selects and the actor may read. */
function isSelected(
    actor: AdminActor,
    { period, from, to, environment, flags }: EvaluationsQuery,
): Expression<SqlBool> {
    const where = expressionBuilder<{ counted: Tables['usage']; flags: Tables['flags'] }, 'counted' | 'flags'>();
    return where.and([
        where('counted.period', '=', period),
        where('counted.since', '>=', from.toISOString()),
        where('counted.since', '<', to.toISOString()),
        inKnownProject(actor, 'flags.project'),
        ...(environment === undefined ? [] : [where('counted.environment', '=', environment)]),
        ...(flags === undefined ? [] : [where('counted.flag', 'in', flags)]),
    ]);
}
