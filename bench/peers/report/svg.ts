import { type TargetName, TITLES } from '../results.ts';

type Attributes = Record<string, string | number>;

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string | number) => String(text).replace(/[&<>"]/g, (character) => ESCAPES[character]!);
/** A tenth of a pixel is sufficient. */
const value = (of: string | number) => (typeof of === 'number' ? String(Math.round(of * 10) / 10) : escaped(of));

/** An element with SVG children. */
export function element(name: string, attributes: Attributes, ...children: string[]): string {
    const list = Object.entries(attributes).map(([key, of]) => ` ${key}="${value(of)}"`);
    const start = `<${name}${list.join('')}`;
    return children.length > 0 ? `${start}>${children.join('')}</${name}>` : `${start}/>`;
}

export const text = (x: number, y: number, content: string, attributes: Attributes = {}) =>
    element('text', { x, y, ...attributes }, escaped(content));

export const line = (x1: number, y1: number, x2: number, y2: number, attributes: Attributes = {}) =>
    element('line', { x1, y1, x2, y2, ...attributes });

/** A complete picture with a text alternative. It follows the light or dark mode of the reader. */
export function picture(
    { width, height, title, description }: { width: number; height: number; title: string; description: string },
    content: readonly string[],
): string {
    const attributes = {
        xmlns: 'http://www.w3.org/2000/svg',
        viewBox: `0 0 ${width} ${height}`,
        width,
        height,
        role: 'img',
        'aria-labelledby': 'title description',
    };
    const body = [
        element('title', { id: 'title' }, escaped(title)),
        element('desc', { id: 'description' }, escaped(description)),
        element('style', {}, STYLE),
        element('rect', { class: 'paper', x: 0.5, y: 0.5, width: width - 1, height: height - 1, rx: 10 }),
        ...content,
    ];
    return `${element('svg', attributes, `\n${body.join('\n')}\n`)}\n`;
}

const STYLE = `
svg { --paper: #ffffff; --edge: #dfe3e8; --ink: #1c2430; --faint: #5b6675; --grid: #e9ecf0; --span: #d3d9e1;
  --peer: #c2410c; --embedded: #1d4ed8; --postgres: #0f766e; --bare: #7a8594; }
@media (prefers-color-scheme: dark) { svg { --paper: #12161d; --edge: #2b323d; --ink: #e8ecf2; --faint: #9aa5b4;
  --grid: #232a34; --span: #36404d; --peer: #fb923c; --embedded: #7ab0ff; --postgres: #3fd0bd; --bare: #8d98a8; } }
text { font: 13px system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; fill: var(--ink); }
.paper { fill: var(--paper); stroke: var(--edge); }
.title { font-size: 17px; font-weight: 650; }
.panel { font-weight: 600; }
.faint { fill: var(--faint); font-size: 12px; }
.strong { font-weight: 650; font-variant-numeric: tabular-nums; }
.grid { stroke: var(--grid); }
.span { stroke: var(--span); stroke-width: 2; }
.curve { fill: none; stroke-width: 2; stroke-linejoin: round; }
${(['peer', 'embedded', 'postgres', 'bare'] as const satisfies TargetName[])
    .map((name) => `.${name} { fill: var(--${name}); stroke: var(--${name}); }`)
    .join('\n')}
.curve.peer, .curve.embedded, .curve.postgres, .curve.bare { fill: none; }
.curve.bare { stroke-dasharray: 4 4; }
.hollow { fill: none; stroke-width: 2; }
`;

/** Each server has a shape and a colour; the shapes of Halyard remain visible when they overlap. */
export function marker(name: TargetName, x: number, y: number): string {
    switch (name) {
        case 'peer':
            return element('rect', { class: name, x: x - 4.5, y: y - 4.5, width: 9, height: 9, rx: 1.5 });
        case 'embedded':
            return element('circle', { class: name, cx: x, cy: y, r: 4 });
        case 'postgres':
            return element('path', { class: `${name} hollow`, d: `M${round(x)} ${round(y - 7)}l7 7-7 7-7-7z` });
        case 'bare':
            return element('rect', { class: name, x: x - 1, y: y - 7, width: 2, height: 14 });
    }
}

const round = (number: number) => Math.round(number * 10) / 10;

export const legend = (x: number, y: number, names: readonly TargetName[]): string[] =>
    names.flatMap((name, index) => {
        const at = x + index * 160;
        return [marker(name, at, y - 4), text(at + 13, y, TITLES[name], { class: 'faint' })];
    });

export interface Scale {
    (value: number): number;
    /** The powers of ten in the range. */
    decades: number[];
}

/** A logarithmic axis over whole decades around the values. */
export function logScale(values: readonly number[], [from, to]: [number, number]): Scale {
    const first = Math.floor(Math.log10(Math.min(...values)));
    const last = Math.max(first + 1, Math.ceil(Math.log10(Math.max(...values))));
    const scale = (of: number) => from + ((Math.log10(of) - first) / (last - first)) * (to - from);
    const decades = Array.from({ length: last - first + 1 }, (_, index) => 10 ** (first + index));
    return Object.assign(scale, { decades });
}

/** 0.01, 1, 1,000 */
export const decadeLabel = (of: number) =>
    of >= 1 ? of.toLocaleString('en-US') : of.toFixed(Math.max(0, Math.round(-Math.log10(of))));
