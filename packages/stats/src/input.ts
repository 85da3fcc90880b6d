/** Reads the members of an input. Every error is a RangeError that names the member. */

type Fields = Readonly<Record<string, unknown>>;

export function invalid(name: string, problem: string): never {
    throw new RangeError(`${name} ${problem}`);
}

export function fieldsOf(value: unknown, name: string): Fields {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) invalid(name, 'must be an object');
    return value as Fields;
}

interface Range {
    above?: number;
    min?: number;
    below?: number;
}

export function numberOf(value: unknown, name: string, { above, min, below }: Range = {}): number {
    if (typeof value !== 'number' || !Number.isFinite(value)) invalid(name, 'must be a finite number');
    if (above !== undefined && value <= above) invalid(name, `must be above ${above}`);
    if (min !== undefined && value < min) invalid(name, `must be at least ${min}`);
    if (below !== undefined && value >= below) invalid(name, `must be below ${below}`);
    return value;
}

export const shareOf = (value: unknown, name: string): number => numberOf(value, name, { above: 0, below: 1 });

export function listOf(value: unknown, name: string): readonly unknown[] {
    if (!Array.isArray(value)) invalid(name, 'must be a list');
    return value;
}

export const numbersOf = (value: unknown, name: string, range?: Range): number[] =>
    listOf(value, name).map((each, index) => numberOf(each, `${name}[${index}]`, range));

export function oneOf<T extends string | number>(value: unknown, name: string, allowed: readonly T[]): T {
    if (!allowed.includes(value as T)) invalid(name, `must be one of ${allowed.join(', ')}`);
    return value as T;
}

export const alphaOf = (value: unknown): number => (value === undefined ? 0.05 : shareOf(value, 'alpha'));

/** Undefined: the interval is for one planned look. */
export const tuningOf = (value: unknown): number | undefined =>
    value === undefined ? undefined : numberOf(value, 'tuning', { above: 0 });

const SUM_TOLERANCE = 1e-6;

/** Shares of arms, which add up to 1. */
export function weightsOf(value: unknown, name: string, length: number): number[] {
    const weights = numbersOf(value, name, { min: 0 });
    if (weights.length !== length) invalid(name, `must have ${length} members, as counts has`);
    const sum = weights.reduce((total, weight) => total + weight, 0);
    if (Math.abs(sum - 1) > SUM_TOLERANCE) invalid(name, `must add up to 1, not to ${sum}`);
    return weights;
}
