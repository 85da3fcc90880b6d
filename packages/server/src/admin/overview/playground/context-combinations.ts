import { invalid } from '../../../core/errors/errors.ts';

/** One evaluation context: flat, with text values only. */
export type ContextValues = Record<string, string>;

export interface ReadContext {
    /** Each field with its possible values, in the order of the request, `appName` last. */
    fields: [name: string, values: string[]][];
    /** Properties that are ignored because they are not text. */
    invalidProperties: string[];
}

type InputContext = { appName: string; properties?: Record<string, string | null> | null } & Record<string, unknown>;

/** Moves the properties to the top level, and omits null values and values that are not text. */
export function readContext({ appName, properties, ...rest }: InputContext, splitAtCommas: boolean): ReadContext {
    const fields = new Map<string, string[]>();
    const invalidProperties: string[] = [];
    for (const [name, value] of Object.entries(rest)) {
        if (value === null) continue;
        const text = typeof value === 'number' && IDS.includes(name) ? String(value) : value;
        if (typeof text === 'string') fields.set(name, splitAtCommas ? text.split(',') : [text]);
        else invalidProperties.push(name);
    }
    for (const [name, value] of Object.entries(properties ?? {})) {
        if (value !== null && !fields.has(name)) fields.set(name, splitAtCommas ? value.split(',') : [value]);
    }
    fields.set('appName', splitAtCommas ? appName.split(',') : [appName]);
    return { fields: [...fields], invalidProperties };
}

const IDS = ['userId', 'sessionId'];

export const countCombinations = ({ fields }: ReadContext): number =>
    fields.reduce((product, [, values]) => product * values.length, 1);

/** The maximum number of evaluations of a request; with more than 1,500 flags, ten per flag. */
const MAX_EVALUATIONS = 15_000;
const ALWAYS_ALLOWED = 10;

/** The maximum size of the contexts in a response, in characters. */
const MAX_CONTEXTS = 64 * 1024 * 1024;

export function demandBounded(parts: { environments: number; flags: number; context: ReadContext }): void {
    const { environments, flags, context } = parts;
    const combinations = countCombinations(context);
    const each = environments * combinations;
    const total = each * Math.max(flags, 1);
    if (total > MAX_EVALUATIONS && each > ALWAYS_ALLOWED) {
        throw invalid(
            `${environments} environments, ${flags} flags and ${combinations} combinations of context values are more than the ${MAX_EVALUATIONS} evaluations allowed. Choose fewer environments, projects or values.`,
            '/body/context',
        );
    }
    if (total * longestContext(context) <= MAX_CONTEXTS) return;
    throw invalid(
        'The contexts in the response would be longer than 64 MB. Choose fewer environments, projects or values.',
        '/body/context',
    );
}

const longestContext = ({ fields }: ReadContext) =>
    fields.reduce(
        (length, [name, values]) => length + name.length + Math.max(...values.map((value) => value.length)),
        0,
    );

/** Generates all combinations of the values; the last field changes fastest. */
export function* combinationsOf(context: ReadContext): Generator<ContextValues> {
    const count = countCombinations(context);
    for (let number = 0; number < count; number++) yield combination(context, number);
}

/** Returns the combination with the given number; each field is a digit of the number. */
function combination({ fields }: ReadContext, number: number): ContextValues {
    const entries: [string, string][] = [];
    let rest = number;
    for (const [name, values] of fields.toReversed()) {
        entries.push([name, values[rest % values.length]!]);
        rest = Math.floor(rest / values.length);
    }
    // Entries instead of assignments: a field may be named `__proto__`.
    return Object.fromEntries(entries.reverse());
}
