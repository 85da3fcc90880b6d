import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import fastJsonStringify, { type Schema } from 'fast-json-stringify';
import { yieldToEventLoop } from '../../core/concurrency/yielding.ts';
import { CHOICE, type Choice, type Chooser, chooser, isChoice, type Validator } from './choice.ts';

// The schemas are our own: validating them would take longer than compiling them.
const BASE = {
    useDefaults: true,
    allErrors: false,
    strict: false,
    validateSchema: false,
    // Optimizing doubles the compile time, and V8 optimizes frequently called code anyway.
    code: { optimize: false },
} as const;

/** Bodies are not coerced: null is not an empty string, and a number is not a string of digits. */
const literal = withFormats(new Ajv(BASE));
/** Strings from the URL are converted to the type of their schema. */
const coercing = withFormats(new Ajv({ ...BASE, coerceTypes: 'array' }));

/** Adds the usual formats. Times must be storable: leap seconds and years of five digits are rejected. */
function withFormats(ajv: Ajv): Ajv {
    addFormats.default(ajv);
    // The standard format is an object with a validation function.
    const { validate } = addFormats.default.get('date-time') as { validate: (text: string) => boolean };
    ajv.addFormat('date-time', (text) => validate(text) && /^\d/.test(iso(text)));
    return ajv.addKeyword({ keyword: CHOICE, compile: (validate: Chooser) => validate, errors: 'full' });
}

const iso = (text: string) => (Number.isNaN(Date.parse(text)) ? '' : new Date(text).toISOString());

/**
 * Compilation dominates the start time, and most routes of a process are never called: each schema is compiled on first use, and
 * once for all routes and apps.
 */
function memoised<T>(compile: (schema: object) => T): (schema: object) => T {
    const compiled = new WeakMap<object, T>();
    return (schema) => {
        const known = compiled.get(schema) ?? compile(schema);
        compiled.set(schema, known);
        return known;
    };
}

/**
 * Removes schema names, which are for the documentation only: a named schema may occur several times in a compiled one. If
 * `chooserOf` is passed, it compiles the choices.
 */
function withoutNames(value: unknown, chooserOf?: (choice: Choice) => Chooser): unknown {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((item) => withoutNames(item, chooserOf));
    if (chooserOf !== undefined && isChoice(value)) {
        const { discriminator: _, oneOf: __, ...rest } = value;
        return { ...(withoutNames(rest, chooserOf) as object), [CHOICE]: chooserOf(value) };
    }
    const copy: Record<string, unknown> = {};
    for (const [key, member] of Object.entries(value)) {
        if (key !== '$id' || typeof member !== 'string') copy[key] = withoutNames(member, chooserOf);
    }
    return copy;
}

const literalValidator: (schema: object) => Validator = memoised((schema) =>
    literal.compile(withoutNames(schema, (choice) => chooser(choice, literalValidator)) as object),
);
const coercingValidator = memoised((schema): Validator => coercing.compile(withoutNames(schema) as object));
const VALIDATORS = { params: coercingValidator, query: memoised(validatorByParameter), body: literalValidator };
export type HttpPart = keyof typeof VALIDATORS;
const serializer = memoised((schema) => fastJsonStringify(withoutNames(schema) as Schema));

interface QuerySchema {
    type?: string;
    required?: readonly string[];
    properties?: Readonly<Record<string, object>>;
}

/**
 * Compiles each parameter on its first use: a query has up to 30 parameters, of which a request contains few. Compiling all of them
 * would block other requests for up to 30 ms.
 */
function validatorByParameter(schema: object): Validator {
    const { type, required = [], properties = {} } = schema as QuerySchema;
    const hasDefault = (name: string) => properties[name] !== undefined && 'default' in properties[name];
    const checks = [
        { name: undefined, schema: { type, required: required.filter((name) => !hasDefault(name)) } },
        ...Object.entries(properties).map(([name, parameter]) => ({
            name: hasDefault(name) ? undefined : name,
            schema: { type, properties: { [name]: parameter } },
        })),
    ];
    const validate: Validator = (query) => {
        const failed = checks.find(({ name, schema }) => {
            const isUsed = name === undefined || name in (query as object);
            return isUsed && !coercingValidator(schema)(query);
        });
        validate.errors = (failed && coercingValidator(failed.schema).errors) ?? null;
        return failed === undefined;
    };
    return validate;
}

export function compileValidator({ schema, httpPart }: { schema: unknown; httpPart: HttpPart }): Validator {
    const validatorOf = VALIDATORS[httpPart];
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

const prepared = new WeakSet<object>();

/** Compiles the validators of a body separately, because it may take as long as a whole time slice. */
export async function preparedFor(schema: object): Promise<void> {
    if (prepared.has(schema)) return;
    literalValidator(schema);
    prepared.add(schema);
    await yieldToEventLoop();
}
