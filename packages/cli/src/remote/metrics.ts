import { type CliContext, CommandError } from '../program/command.ts';
import { plain } from '../program/printable.ts';
import type { Result } from '../program/result.ts';
import { table } from '../program/table.ts';
import { serviceOf } from './service.ts';

interface MetricsOptions {
    metric: string;
    range: string;
    mode: string | undefined;
    label: string[];
    end: string | undefined;
}

interface Answer {
    step: string;
    series: { metric: Record<string, string>; data: [number, string][] }[];
    reported: 'values' | 'zero' | 'nothing';
    hasOther: boolean;
    debug: { isTruncated: boolean };
}

const EMPTY: Record<Answer['reported'], string> = {
    values: '',
    zero: 'The metric was reported in this range, and counted nothing.',
    nothing: 'The metric was not reported in this range.',
};

/** Reads a metric over time; labels without values split it. */
export async function queryMetric(options: MetricsOptions, context: CliContext): Promise<Result> {
    const service = await serviceOf(context);
    const parameters = new URLSearchParams({ metricName: options.metric, range: options.range, mode: 'display' });
    if (options.mode !== undefined) parameters.set('aggregationMode', options.mode);
    if (options.end !== undefined) parameters.set('end', options.end);
    const selectors = selectorsOf(options.label);
    if (Object.keys(selectors).length > 0) parameters.set('labels', JSON.stringify(selectors));
    const answer = await service.get<Answer>(`/api/admin/impact-metrics?${parameters}`);
    const labels = Object.keys(selectors);
    const rows = answer.series.flatMap(({ metric, data }) =>
        data.map(([at, value]) => [
            new Date(at * 1_000).toISOString().replace('.000', ''),
            ...labels.map((label) => plain(metric[label] ?? '')),
            value,
        ]),
    );
    const notes = [
        ...(answer.debug.isTruncated ? ['Only the series with the largest values are shown.'] : []),
        ...(answer.hasOther ? ['Values of labels beyond the limit are counted as (other).'] : []),
    ];
    return {
        json: answer,
        text: [
            table([`Start (${answer.step})`, ...labels.map(plain), 'Value'], rows, {
                paint: (text) => context.output.paint('bold', text),
                empty: EMPTY[answer.reported],
            }),
            ...notes,
        ].join('\n'),
    };
}

/** `appName` splits by all values, `appName=web` selects one; a repeated label selects several. */
function selectorsOf(labels: readonly string[]): Record<string, string[]> {
    const selectors = new Map<string, string[]>();
    for (const text of labels) {
        const [name, ...value] = text.split('=');
        if (!name) throw new CommandError(`--label ${text} has no name. Write --label appName or --label appName=web.`);
        selectors.set(name, [...(selectors.get(name) ?? []), value.length > 0 ? value.join('=') : '*']);
    }
    return Object.fromEntries(selectors);
}
