import { Type } from 'typebox';
import type {
    ImpactMetrics,
    ImpactMetricsMetadata,
} from '../../admin/overview/impact-metrics/impact-metrics.schemas.ts';
import { Body } from '../../http/route/schemas.ts';
import { type Agent, ToolRefusal } from '../agent.ts';
import { tool } from '../tool.ts';
import { projectOf } from './get-flag.ts';
import { environment, flagName, maybeProject } from './shapes.ts';

interface FlagEvent {
    id: number;
    type: string;
    createdAt: string;
    createdBy: string;
    environment: string | null;
}

const MODES: Record<string, string> = { counter: 'count', gauge: 'avg', histogram: 'p95' };
const HOUR = 3_600_000;

export const readMetric = tool({
    name: 'read_metric',
    title: 'Read a metric around a change',
    description:
        'Read a metric in the hour before and in the hour after a change of a flag. Returns the change (who, what, when) and the numbers of both hours. Without `metric` it lists the metrics. Steps without reports are missing, which is not 0. A difference is not a proof: other changes may have happened at the same time.',
    needs: 'read',
    input: Body({
        flag: flagName(),
        project: maybeProject,
        environment: Type.Optional(environment),
        metric: Type.Optional(
            Type.String({
                minLength: 1,
                maxLength: 255,
                description: 'Name of the metric; omit it to list all metrics',
            }),
        ),
        event: Type.Optional(
            Type.Integer({ minimum: 1, description: 'Id of the change; default: the newest change of the flag' }),
        ),
    }),
    async run({ flag, project, environment: inEnvironment, metric, event }, agent) {
        // Refuses a flag that the user may not see.
        if (project === undefined) await projectOf(agent, flag);
        const { metrics } = await agent.request<ImpactMetricsMetadata>('GET', '/api/admin/impact-metrics/metadata');
        if (metric === undefined) return { metrics: metrics.map(({ name, help, type }) => ({ name, help, type })) };
        const info = metrics.find(({ name, source }) => name === metric && source === 'internal');
        if (!info)
            throw new ToolRefusal(`There is no metric ${metric}. Call read_metric without a metric to list them.`);
        const change = await changeOf(agent, { flag, event, environment: inEnvironment });
        const at = Date.parse(change.createdAt);
        const query = {
            metricName: metric,
            aggregationMode: MODES[info.type ?? 'counter'],
            environment: inEnvironment,
        };
        // One after the other: the number of expensive requests of a caller is limited.
        const before = await hourUntil(agent, at, query);
        const after = await hourUntil(agent, at + HOUR, query);
        const isSince = ([time]: [number, string]) => time * 1_000 >= at - (at % 60_000);
        return {
            change,
            metric: { name: metric, type: info.type, aggregation: query.aggregationMode },
            before: summaryOf(
                before.filter((point) => !isSince(point)),
                query.aggregationMode,
            ),
            after: summaryOf(after.filter(isSince), query.aggregationMode),
        };
    },
});

async function changeOf(
    agent: Agent,
    { flag, event, environment: of }: { flag: string; event: number | undefined; environment: string | undefined },
): Promise<FlagEvent> {
    const { events } = await agent.request<{ events: FlagEvent[] }>(
        'GET',
        `/api/admin/events/${encodeURIComponent(flag)}`,
    );
    const change = events.find(
        ({ id, environment: where }) =>
            (event === undefined || id === event) && (of === undefined || where === null || where === of),
    );
    if (!change) throw new ToolRefusal(`There is no such change of the flag ${flag} that you may see.`);
    const { id, type, createdAt, createdBy, environment: where } = change;
    return { id, type, createdAt, createdBy, environment: where };
}

async function hourUntil(
    agent: Agent,
    end: number,
    {
        environment: of,
        ...query
    }: { metricName: string; aggregationMode: string | undefined; environment: string | undefined },
): Promise<[number, string][]> {
    const { series } = await agent.request<ImpactMetrics>('GET', '/api/admin/impact-metrics', {
        query: {
            ...query,
            ...{ range: 'hour', mode: 'display', end: new Date(end).toISOString() },
            labels: of === undefined ? undefined : JSON.stringify({ environment: [of] }),
        },
    });
    return series[0]?.data ?? [];
}

/** Counts are added; all other numbers are averaged over their steps. */
function summaryOf(points: readonly [number, string][], aggregation: string | undefined) {
    if (points.length === 0) return { reported: false };
    const values = points.map(([, value]) => Number(value));
    const total = values.reduce((sum, value) => sum + value, 0);
    return {
        reported: true,
        minutesWithReports: values.length,
        value: aggregation === 'count' ? total : total / values.length,
        min: Math.min(...values),
        max: Math.max(...values),
    };
}
