import { type AdminActor, mayKnowOf } from '../../../core/access/actor.ts';
import type { Labels, SeriesIdentity } from '../../../core/series/series.ts';
import type { MetricInfo, SeriesAnswer, SeriesReader, SeriesScope } from '../../../core/series/series-reader.ts';
import { chunked } from '../../../storage/chunked.ts';
import type { Db } from '../../../storage/database.ts';
import { isFineFrom, type PointWidth } from '../series-queries/steps.ts';
import { EVALUATIONS, readEvaluations } from './evaluation-series.ts';

interface Dependencies {
    db: Db;
    series: SeriesReader;
    clock: () => Date;
}

export interface ReadOptions {
    name: string;
    from: Date;
    to: Date;
    environment?: string | undefined;
    matches?: (labels: Labels) => boolean;
    /** See `SeriesQuery`. */
    joinedSeconds?: number | undefined;
    /** Only these flags, if the caller knows them: evaluations are read by flag. */
    flags?: readonly string[] | undefined;
}

export interface ReadAnswer extends SeriesAnswer {
    width: PointWidth;
}

/** The series that one caller may read: those that were reported, and the evaluations of flags. */
export interface ReadableSeries {
    metrics(environment?: string): Promise<MetricInfo[]>;
    read(options: ReadOptions): Promise<ReadAnswer>;
    list(options: Omit<ReadOptions, 'matches' | 'joinedSeconds'>): Promise<readonly SeriesIdentity[]>;
}

const SECOND = 1_000;

export function readableSeries({ db, series, clock }: Dependencies, actor: AdminActor): ReadableSeries {
    const scope = (environment: string | undefined): SeriesScope => ({
        environment,
        mayRead: (project) => mayKnowOf(actor, project),
    });
    const isFine = (from: Date) => isFineFrom(from.getTime() / SECOND, clock().getTime() / SECOND);
    const evaluations = async ({ from, ...options }: Omit<ReadOptions, 'matches'>) => {
        const period = isFine(from) ? 'hour' : 'day';
        const width: PointWidth = period === 'hour' ? 3_600 : 86_400;
        return { width, found: await readEvaluations(db, actor, { ...options, from, period }) };
    };
    return {
        metrics: async (environment) => [...(await series.metrics(scope(environment))), EVALUATIONS],
        read: async ({ environment, flags, ...options }) => {
            if (options.name === EVALUATIONS.name) {
                const { width, found } = await evaluations({ ...options, environment, flags });
                const { matches = () => true } = options;
                const matching = found.filter(({ labels }) => matches(labels));
                return { series: matching, hasOther: false, heartbeat: false, width };
            }
            const step = isFine(options.from) ? 'minute' : 'hour';
            const answer = await series.read({ ...options, ...scope(environment), step });
            const visible = await withoutHiddenFlags(db, actor, answer.series);
            return { ...answer, series: visible, width: step === 'minute' ? 60 : 3_600 };
        },
        list: async ({ environment, flags, ...options }) => {
            if (options.name === EVALUATIONS.name) {
                return (await evaluations({ ...options, environment, flags })).found;
            }
            return withoutHiddenFlags(db, actor, await series.list({ ...options, ...scope(environment) }));
        },
    };
}

/** The label of OpenTelemetry (`feature_flag.key`), as metrics spell it. */
const FLAG_LABEL = 'feature_flag_key';

/** A token of several projects may report the flags of a private one: series that name a hidden flag are left out. */
async function withoutHiddenFlags<S extends SeriesIdentity>(
    db: Db,
    { hiddenProjects }: AdminActor,
    series: readonly S[],
): Promise<readonly S[]> {
    const flags = [...new Set(series.flatMap(({ labels }) => labels[FLAG_LABEL] ?? []))];
    if (hiddenProjects.length === 0 || flags.length === 0) return series;
    const hidden = new Set<string>();
    for (const names of chunked(flags)) {
        const rows = await db
            .selectFrom('flags')
            .select('name')
            .where('name', 'in', names)
            .where('project', 'in', hiddenProjects)
            .execute();
        for (const { name } of rows) hidden.add(name);
    }
    return series.filter(({ labels }) => !hidden.has(labels[FLAG_LABEL] ?? ''));
}
