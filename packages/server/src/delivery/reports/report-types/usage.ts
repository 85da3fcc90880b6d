import { type Static, Type } from 'typebox';
import { Dictionary } from '../../../http/route/schemas.ts';
import { visibleProjects } from '../../sdk-scope.ts';
import { BulkList, Count, type FlagUsage, Moment, Name, Usage } from '../metrics.schemas.ts';
import { areCounts, areTexts, type ReportType } from '../report-type.ts';
import { type UsageCount, UsageCounts } from '../usage-counts.ts';

const Bucket = Type.Object({
    start: Moment,
    stop: Moment,
    toggles: Dictionary(Usage, { maxProperties: 10_000 }),
});

const FlagMetric = Type.Object({
    featureName: Name,
    appName: Name,
    environment: Name,
    timestamp: Type.Optional(Moment),
    yes: Type.Optional(Count),
    no: Type.Optional(Count),
    variants: Type.Optional(Dictionary(Count, { maxProperties: 250 })),
});

/** Evaluations of flags. */
export const USAGE: ReportType<UsageCount, UsageCounts> = {
    createBuffer: (buffers) => new UsageCounts(buffers),
    sdk: {
        members: { bucket: Type.Optional(Bucket) },
        record(buffers, { appName: app, bucket }: SdkUsage, { actor }) {
            if (!bucket) return;
            const { environment } = actor;
            const report = { reporter: actor, app, environment, projects: visibleProjects(actor), at: bucket.stop };
            buffers.in(USAGE).count(report, bucket.toggles);
        },
    },
    bulk: {
        member: 'metrics',
        list: BulkList(FlagMetric),
        record(buffers, items: readonly Static<typeof FlagMetric>[], { actor }) {
            const projects = visibleProjects(actor);
            for (const { featureName, appName: app, timestamp: at, environment, ...usage } of items) {
                if (environment !== actor.environment) continue;
                const report = { reporter: actor, app, environment, projects, at };
                buffers.in(USAGE).count(report, { [featureName]: usage satisfies FlagUsage });
            }
        },
        toItem: ({ app: appName, environment, flag, hour: timestamp, yes, no, variants }) => ({
            ...{ featureName: flag, appName, environment, timestamp, yes, no },
            variants: Object.fromEntries(variants),
        }),
    },
    read({ flag, hour, yes, no, variants }) {
        if (!areTexts(flag, hour) || !areCounts(yes, no)) return undefined;
        const pairs = variants ?? [];
        const isReadable = !Number.isNaN(Date.parse(hour as string)) && Array.isArray(pairs) && pairs.every(isPair);
        return isReadable ? ({ flag, hour, yes, no, variants: new Map(pairs) } as UsageCount) : undefined;
    },
    toPlain: (count) => ({ ...count, variants: [...count.variants] }),
    // A variant uses as much memory as a flag.
    weightOf: ({ variants }) => 1 + variants.size,
    flagOf: ({ flag }) => flag,
    loadStore: async () => (await import('../stores/usage-store.ts')).USAGE_STORE,
    emptied: {
        of: (count) => ({ ...count, yes: 0, no: 0, variants: new Map() }),
        is: ({ yes, no }) => yes === 0 && no === 0,
    },
};

interface SdkUsage {
    appName: string;
    bucket?: Static<typeof Bucket>;
}

const isPair = (pair: unknown): pair is [string, number] =>
    Array.isArray(pair) && areTexts(pair[0]) && areCounts(pair[1]);
