import { Ajv, type ErrorObject } from 'ajv';
import addFormats from 'ajv-formats';
import fastJsonStringify, { type Schema } from 'fast-json-stringify';

// The schemas are our own: checking them against the rules for schemas would take longer than compiling them.
const BASE = {
    useDefaults: true,
    allErrors: false,
    strict: false,
    validateSchema: false,
    discriminator: true,
} as const;

/** Bodies are taken literally: null is not an empty text, and a number is not its digits. */
const literal = withFormats(new Ajv(BASE));
/** What comes as text in an address is read as the type its schema asks for. */
const coercing = withFormats(new Ajv({ ...BASE, coerceTypes: 'array' }));

/** The usual formats; of times only those that can be kept, which leap seconds and years of five digits cannot. */
function withFormats(ajv: Ajv): Ajv {
    addFormats.default(ajv);
    // Its standard format is a function with a comparison.
    const { validate } = addFormats.default.get('date-time') as { validate: (text: string) => boolean };
    return ajv.addFormat('date-time', (text) => validate(text) && /^\d/.test(iso(text)));
}

const iso = (text: string) => (Number.isNaN(Date.parse(text)) ? '' : new Date(text).toISOString());

interface Validator {
    (data: unknown): boolean;
    errors?: ErrorObject[] | null;
}

/**
 * Compiling is most of the cost of starting, and most routes of a process are never called:
 * each schema is compiled when it is first needed, and once, whatever number of routes or apps use it.
 */
function memoised<T>(compile: (schema: object) => T): (schema: object) => T {
    const compiled = new WeakMap<object, T>();
    return (schema) => {
        const known = compiled.get(schema) ?? compile(withoutNames(schema));
        compiled.set(schema, known);
        return known;
    };
}

/** Names are for the documentation: the same named schema may be in several places of one that is compiled. */
function withoutNames<T>(schema: T): T {
    // The copy has the shape of the original, but for the names.
    return JSON.parse(
        JSON.stringify(schema, (key, value: unknown) =>
            key === '$id' && typeof value === 'string' ? undefined : value,
        ),
    ) as T;
}

const literalValidator = memoised((schema): Validator => literal.compile(schema));
const coercingValidator = memoised((schema): Validator => coercing.compile(schema));
const serializer = memoised((schema) => fastJsonStringify(schema as Schema));

export function compileValidator({ schema, httpPart }: { schema: unknown; httpPart?: string }): Validator {
    const validatorOf = httpPart === 'body' ? literalValidator : coercingValidator;
    let compiled: Validator | undefined;
    const validate: Validator = (data) => {
        compiled ??= validatorOf(schema as object);
        const valid = compiled(data);
        validate.errors = compiled.errors ?? null;
        return valid;
    };
    return validate;
}

export function compileSerializer({ schema }: { schema: unknown }): (data: unknown) => string {
    return (data) => serializer(schema as object)(data);
}
