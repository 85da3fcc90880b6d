/** The context of an outcome: single values, as in evaluations. */
export type OutcomeContext = Readonly<Record<string, string | number | boolean>>;

/**
 * An action of a single user (outcome), or the flag that a user met (exposure), as a client reports it; or that this service or an edge
 * evaluated a flag for a user (evaluation).
 */
export interface ReportedOutcome {
    signal: 'outcome' | 'exposure' | 'evaluation';
    /** The name of the outcome, or of the flag. */
    name: string;
    /** The variant that the client reports for an exposure. */
    variant?: string;
    /** Applies to every experiment, whatever its unit. */
    unit?: string;
    context?: OutcomeContext;
    value?: number;
    /** Milliseconds since 1970. */
    at: number;
    /** An outcome with the same id is counted once in 24 hours. */
    id?: string;
    /** How often it happened. */
    count: number;
}

const MAX_NAME = 100;
const MAX_TEXT = 250;
/** Values beyond are errors, and sums of them would lose all other values. */
const MAX_VALUE = 1e15;
const MAX_COUNT = 1e9;
const MAX_FIELDS = 100;
/** As for contexts of evaluations. */
const MAX_FIELD_LENGTH = 4_000;
/** Characters of all fields together. */
const MAX_CONTEXT_LENGTH = 16_000;
export const MAX_AGE_MS = 30 * 86_400_000;

/** The members of an outcome as a client sends them: nothing is validated. */
export interface OutcomeInput {
    signal?: ReportedOutcome['signal'] | undefined;
    name: unknown;
    variant?: unknown;
    unit?: unknown;
    context?: unknown;
    value?: unknown;
    at?: unknown;
    id?: unknown;
    count?: unknown;
}

/** Returns undefined for an outcome that must be dropped. */
export function readOutcome(input: OutcomeInput, now: number): ReportedOutcome | undefined {
    const { signal = 'outcome' } = input;
    const name = toText(input.name, MAX_NAME);
    const variant = toText(input.variant, MAX_TEXT);
    const unit = toText(input.unit, MAX_TEXT);
    const id = toText(input.id, MAX_TEXT);
    const context = toContext(input.context);
    const value = toNumber(input.value);
    const at = toMoment(input.at, now);
    const count = input.count === undefined ? 1 : input.count;
    if (!name || variant === INVALID || unit === INVALID || id === INVALID || name === INVALID) return undefined;
    if (context === INVALID || value === INVALID || at === undefined) return undefined;
    if (!Number.isInteger(count) || (count as number) < 1 || (count as number) > MAX_COUNT) return undefined;
    return {
        ...{ signal, name, at, count: count as number },
        ...(variant !== undefined && { variant }),
        ...(unit && { unit }),
        ...(context && { context }),
        ...(value !== undefined && { value }),
        ...(id && { id }),
    };
}

const INVALID = Symbol('invalid');
type Invalid = typeof INVALID;

const isMissing = (value: unknown): value is undefined | null => value === undefined || value === null;

function toText(value: unknown, maxLength: number): string | undefined | Invalid {
    if (isMissing(value)) return undefined;
    if (typeof value === 'number') return String(value);
    const isStorable = typeof value === 'string' && value.isWellFormed() && !value.includes('\0');
    return isStorable && value.length <= maxLength ? value : INVALID;
}

function toNumber(value: unknown): number | undefined | Invalid {
    if (isMissing(value)) return undefined;
    return typeof value === 'number' && Math.abs(value) <= MAX_VALUE ? value : INVALID;
}

/** A time in the future is now; undefined: too old, or no time. */
function toMoment(value: unknown, now: number): number | undefined {
    if (isMissing(value)) return now;
    const at = typeof value === 'string' || typeof value === 'number' ? new Date(value).getTime() : Number.NaN;
    return at >= now - MAX_AGE_MS ? Math.min(at, now) : undefined;
}

/** Standard fields and properties in one object; values that are lists or objects are left out. */
function toContext(value: unknown): OutcomeContext | undefined | Invalid {
    if (isMissing(value)) return undefined;
    if (typeof value !== 'object' || Array.isArray(value)) return INVALID;
    const { properties, ...fields } = value as Record<string, unknown>;
    const all = [
        ...Object.entries(typeof properties === 'object' && properties !== null ? properties : {}),
        ...Object.entries(fields),
    ];
    if (all.length > MAX_FIELDS) return INVALID;
    let length = 0;
    const context: [string, string | number | boolean][] = [];
    for (const [name, field] of all) {
        if (typeof field !== 'string' && typeof field !== 'number' && typeof field !== 'boolean') continue;
        const text = toText(String(field), MAX_FIELD_LENGTH);
        if (text === INVALID || toText(name, MAX_TEXT) === INVALID) return INVALID;
        length += name.length + String(field).length;
        context.push([name, field]);
    }
    return length > MAX_CONTEXT_LENGTH ? INVALID : Object.fromEntries(context);
}
