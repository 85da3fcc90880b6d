import { median } from '../../support/measure.ts';
import { growingRows, type Results, type SizeResult, TARGETS, type TargetName } from '../results.ts';
import { figure, medianOf } from './format.ts';
import { decadeLabel, element, legend, line, logScale, marker, picture, text } from './svg.ts';

const COLUMNS = 3;
const WIDTH = 900;
const PANEL = { width: 284, height: 210 };
const TOP = 92;
/** The margins of a panel. */
const MARGINS = { left: 52, right: 14, top: 34, bottom: 30 };

/** Rows that look like another; they are in the table. */
const OMITTED_ROWS = ['search-word'];

interface Curve {
    name: TargetName;
    points: { flags: number; value: number }[];
}

interface Panel {
    title: string;
    curves: Curve[];
}

/** The growth of costs with the number of flags, one panel for each kind. Undefined when there is only one number. */
export function growthPicture({ sizes }: Results): string | undefined {
    if (sizes.length < 2) return undefined;
    const panels = panelsOf(sizes);
    const height = TOP + Math.ceil(panels.length / COLUMNS) * PANEL.height + 14;
    const title = 'How costs grow with the number of flags';
    const description = panels.map(describe).join(' ');
    return picture({ width: WIDTH, height, title, description }, [
        text(24, 34, title, { class: 'title' }),
        text(
            24,
            54,
            'CPU milliseconds of one request, unless said; both axes are logarithmic, so that what is linear is straight',
            {
                class: 'faint',
            },
        ),
        ...legend(30, 78, TARGETS),
        ...panels.flatMap((panel, index) =>
            drawPanel(panel, sizes, {
                x: 24 + (index % COLUMNS) * PANEL.width,
                y: TOP + Math.floor(index / COLUMNS) * PANEL.height,
            }),
        ),
    ]);
}

function panelsOf(sizes: readonly SizeResult[]): Panel[] {
    const shown = growingRows(sizes).filter(({ name }) => !OMITTED_ROWS.includes(name));
    const rows = shown.map(({ name, title }) => ({
        title,
        curves: curvesOf(sizes, (size, target) => medianOf(size.rows.find((row) => row.name === name)?.costs[target])),
    }));
    const starts = curvesOf(
        sizes,
        ({ servers }, name) => servers[name] && median(servers[name].startCpuSeconds) * 1_000,
    );
    const memory = curvesOf(sizes, ({ servers }, name) => servers[name]?.memoryMb);
    return [
        ...rows,
        { title: 'start, CPU ms', curves: starts },
        { title: 'memory at rest, MB', curves: memory },
    ].filter(({ curves }) => curves.length > 0);
}

function curvesOf(
    sizes: readonly SizeResult[],
    figureOf: (size: SizeResult, name: TargetName) => number | undefined,
): Curve[] {
    return TARGETS.map((name) => ({
        name,
        points: sizes.flatMap((size) => {
            const value = figureOf(size, name);
            return value !== undefined && value > 0 ? [{ flags: size.flags, value }] : [];
        }),
    })).filter(({ points }) => points.length > 0);
}

function drawPanel(
    { title, curves }: Panel,
    sizes: readonly SizeResult[],
    { x, y }: { x: number; y: number },
): string[] {
    const left = x + MARGINS.left;
    const right = x + PANEL.width - MARGINS.right;
    const bottom = y + PANEL.height - MARGINS.bottom;
    const values = curves.flatMap(({ points }) => points.map(({ value }) => value));
    const yOf = logScale(values, [bottom, y + MARGINS.top]);
    const flags = sizes.map((size) => size.flags);
    const [fewest, most] = [Math.log10(flags[0]!), Math.log10(flags.at(-1)!)];
    const xOf = (count: number) => left + 8 + ((Math.log10(count) - fewest) / (most - fewest)) * (right - left - 16);
    return [
        text(left, y + 18, title, { class: 'panel' }),
        ...yOf.decades.flatMap((decade) => [
            line(left, yOf(decade), right, yOf(decade), { class: 'grid' }),
            text(left - 8, yOf(decade) + 4, decadeLabel(decade), { class: 'faint', 'text-anchor': 'end' }),
        ]),
        ...flags.map((count) =>
            text(xOf(count), bottom + 18, figure(count), { class: 'faint', 'text-anchor': 'middle' }),
        ),
        // Halyard is drawn on top.
        ...curves.toReversed().flatMap(({ name, points }) => {
            const at = points.map((point) => ({ x: xOf(point.flags), y: yOf(point.value) }));
            const d = at
                .map((point, index) => `${index ? 'L' : 'M'}${point.x.toFixed(1)} ${point.y.toFixed(1)}`)
                .join('');
            return [
                element('path', { class: `curve ${name}`, d }),
                ...(name === 'bare' ? [] : at.map((point) => marker(name, point.x, point.y))),
            ];
        }),
    ];
}

function describe({ title, curves }: Panel): string {
    const figures = curves.map(
        ({ name, points }) =>
            `${name} ${points.map(({ flags, value }) => `${figure(value)} at ${figure(flags)}`).join(', ')}`,
    );
    return `${title}: ${figures.join('; ')}.`;
}
