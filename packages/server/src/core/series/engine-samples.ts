import type { PackedValue } from './packed-value.ts';
import type { SeriesKind } from './series.ts';

/** The name of all samples in a Prometheus-compatible engine. Each is what was added to one number of a series. */
export const ENGINE_METRIC = 'halyard_series';

/** The numbers of a value that are added over time; the others are combined as their name says. */
const GAUGE_PARTS = ['last', 'min', 'max', 'sum', 'count'] as const;
export type EnginePart = (typeof GAUGE_PARTS)[number] | 'bucket';

/** One number of a packed value. */
export interface EngineNumber {
    part: EnginePart;
    /** The upper bound of a bucket. */
    le?: string;
    value: number;
}

export function toEngineNumbers(kind: SeriesKind, value: PackedValue): EngineNumber[] {
    if (kind === 'counter') return [{ part: 'sum', value: value[0]! }];
    if (kind === 'gauge') return GAUGE_PARTS.map((part, index) => ({ part, value: value[index]! }));
    const numbers: EngineNumber[] = [
        { part: 'count', value: value[0]! },
        { part: 'sum', value: value[1]! },
    ];
    for (let index = 2; index < value.length; index += 2) {
        numbers.push({ part: 'bucket', le: String(value[index]), value: value[index + 1]! });
    }
    return numbers;
}

/** The opposite of `toEngineNumbers`; undefined if a number is missing. */
export function fromEngineNumbers(kind: SeriesKind, numbers: readonly EngineNumber[]): PackedValue | undefined {
    const of = (part: EnginePart) => numbers.find((number) => number.part === part)?.value;
    const parts: readonly EnginePart[] =
        kind === 'counter' ? ['sum'] : kind === 'gauge' ? GAUGE_PARTS : ['count', 'sum'];
    const values = parts.map(of);
    if (values.includes(undefined)) return undefined;
    const buckets = numbers
        .flatMap(({ le, value }) => (le === undefined ? [] : [{ le: Number(le), value }]))
        .sort((a, b) => a.le - b.le);
    return [...(values as number[]), ...buckets.flatMap(({ le, value }) => [le, value])];
}

/** Histograms with different bounds are different samples: counts up to a bound can be added only if all of them have it. */
export const boundsOf = (kind: SeriesKind, value: PackedValue): string =>
    kind === 'histogram' ? value.filter((_, index) => index >= 2 && index % 2 === 0).join(' ') : '';
