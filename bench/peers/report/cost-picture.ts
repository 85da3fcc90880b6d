import { hasFigures, type Results, type RowResult, TARGETS, type TargetName } from '../results.ts';
import { figure, medianOf } from './format.ts';
import { decadeLabel, legend, line, logScale, marker, picture, text } from './svg.ts';

/** The most relevant requests: administrators first, then applications. */
const SHOWN_ROWS = [
    'project',
    'search',
    'search-word',
    'events',
    'playground',
    'toggle',
    'strategy',
    'frontend',
    'frontend-gzip',
    'client',
    'client-gzip',
    'client-304',
    'metrics',
];

const WIDTH = 900;
const LEFT = 190;
const RIGHT = 760;
const TOP = 104;
const ROW = 30;

/** The cost of each kind of request for each server, on one logarithmic axis. Undefined when there is nothing to compare. */
export function costPicture({ sizes, tableFlags }: Results): string | undefined {
    const measured = sizes.find(({ flags }) => flags === tableFlags)?.rows ?? [];
    const rows = SHOWN_ROWS.flatMap((name) => measured.filter((row) => row.name === name)).filter(({ costs }) =>
        hasFigures(costs.embedded),
    );
    const values = rows.flatMap(({ costs }) => TARGETS.flatMap((name) => medianOf(costs[name]) ?? []));
    if (values.length === 0) return undefined;
    const scale = logScale(values, [LEFT, RIGHT]);
    const bottom = TOP + rows.length * ROW;
    const grid = scale.decades.flatMap((decade) => [
        line(scale(decade), TOP - 12, scale(decade), bottom, { class: 'grid' }),
        text(scale(decade), bottom + 18, decadeLabel(decade), { class: 'faint', 'text-anchor': 'middle' }),
    ]);
    const title = `Processor time of one request, ${figure(tableFlags)} flags`;
    return picture({ width: WIDTH, height: bottom + 34, title, description: rows.map(describe).join(' ') }, [
        text(24, 34, title, { class: 'title' }),
        text(24, 54, 'CPU milliseconds of service and database together; each line is ten times the one before it', {
            class: 'faint',
        }),
        ...legend(30, 78, TARGETS),
        text(WIDTH - 24, 62, 'existing ÷ Halyard,', { class: 'faint', 'text-anchor': 'end' }),
        text(WIDTH - 24, 78, 'both on PostgreSQL', { class: 'faint', 'text-anchor': 'end' }),
        ...grid,
        ...rows.flatMap((row, index) => drawRow(row, TOP + (index + 0.5) * ROW, scale)),
    ]);
}

function drawRow({ title, costs }: RowResult, y: number, scale: (value: number) => number): string[] {
    const points = TARGETS.flatMap((name) => {
        const ms = medianOf(costs[name]);
        // A cost that is indistinguishable from zero cannot be shown on this axis.
        return ms !== undefined && ms > 0 ? [{ name, x: scale(ms) }] : [];
    });
    const xs = points.map(({ x }) => x);
    const ratio = ratioOf(costs);
    return [
        text(LEFT - 14, y + 4, title, { 'text-anchor': 'end' }),
        line(Math.min(...xs), y, Math.max(...xs), y, { class: 'span' }),
        ...points.map(({ name, x }) => marker(name, x, y)),
        ...(ratio === undefined
            ? []
            : [
                  text(WIDTH - 24, y + 4, `${figure(Number(ratio.toPrecision(2)))} ×`, {
                      class: 'strong',
                      'text-anchor': 'end',
                  }),
              ]),
    ];
}

function ratioOf(costs: RowResult['costs']): number | undefined {
    const [theirs, ours] = [medianOf(costs.peer), medianOf(costs.postgres)];
    return theirs !== undefined && ours !== undefined && ours > 0 ? theirs / ours : undefined;
}

const NAMES: Record<TargetName, string> = {
    peer: 'Unleash',
    embedded: 'Halyard embedded',
    postgres: 'Halyard on PostgreSQL',
    bare: 'bare server',
};

function describe({ title, costs }: RowResult): string {
    const figures = TARGETS.flatMap((name) => {
        const ms = medianOf(costs[name]);
        return ms === undefined ? [] : [`${NAMES[name]} ${figure(ms)}`];
    });
    return `${title}: ${figures.join(', ')}.`;
}
