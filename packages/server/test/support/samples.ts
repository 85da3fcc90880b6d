import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';

/** A JSON Schema, as far as these tests use it. */
export interface Schema {
    type?: string | string[];
    const?: unknown;
    enum?: unknown[];
    anyOf?: Schema[];
    oneOf?: Schema[];
    properties?: Record<string, Schema>;
    patternProperties?: Record<string, Schema>;
    additionalProperties?: boolean | Schema;
    required?: string[];
    items?: Schema;
    format?: string;
    pattern?: string;
    minLength?: number;
    maxLength?: number;
    minItems?: number;
    maxItems?: number;
    minProperties?: number;
    maxProperties?: number;
    minimum?: number;
    maximum?: number;
}

export const typesOf = ({ type }: Schema): string[] => (type === undefined ? [] : [type].flat());

/** Texts for members with a pattern; the first match is used. */
const TEXTS = [
    'sample',
    'sample-text',
    '#AABBCC',
    'client',
    'IS:2026-01-01',
    '/description',
    '2026-01-01',
    '7',
    'a@example.com',
    'https://example.com',
];

/** A small value that the schema accepts: required members only. */
export function sampleOf(schema: Schema): unknown {
    if ('const' in schema) return schema.const;
    if (schema.enum) return schema.enum[0];
    const [first] = schema.anyOf ?? schema.oneOf ?? [];
    if (first) return sampleOf(first);
    const [type] = typesOf(schema);
    switch (type) {
        case 'string':
            return sampleText(schema);
        case 'integer':
        case 'number':
            return Math.max(schema.minimum ?? 1, 1) <= (schema.maximum ?? 1)
                ? Math.max(schema.minimum ?? 1, 1)
                : schema.maximum;
        case 'boolean':
            return true;
        case 'array':
            return Array.from({ length: schema.minItems ?? 0 }, () => sampleOf(schema.items ?? {}));
        case 'object':
            return Object.fromEntries([
                ...(schema.required ?? []).map((name) => [name, sampleOf(schema.properties?.[name] ?? {})]),
                ...Array.from({ length: schema.minProperties ?? 0 }, (_, index) => [
                    `m${index}`,
                    sampleOf(typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {}),
                ]),
            ]);
        case 'null':
            return null;
        default:
            return 'anything';
    }
}

function sampleText({ format, pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY }: Schema): string {
    if (format === 'date-time') return '2030-01-01T00:00:00.000Z';
    if (format === 'email') return 'a@example.com';
    if (format === 'uri') return 'https://example.com';
    const fits = (text: string) =>
        text.length >= minLength && text.length <= maxLength && (!pattern || new RegExp(pattern, 'u').test(text));
    const text = TEXTS.find(fits) ?? 'x'.repeat(minLength);
    if (!fits(text)) throw new Error(`No sample fits the pattern ${pattern}: add one to TEXTS`);
    return text;
}

/** Each part of each schema is compiled once and used a few times, so that compiling must be cheap. */
const ajv = addFormats.default(new Ajv({ strict: false, validateSchema: false, code: { optimize: false } }));
const validators = new WeakMap<Schema, (value: unknown) => boolean>();

/** Whether a value has the shape; schema names are ignored. */
export function isValid(schema: Schema, value: unknown): boolean {
    let validate = validators.get(schema);
    if (!validate) {
        const anonymous = JSON.stringify(schema, (key, member) => (key === '$id' ? undefined : member));
        validate = ajv.compile(JSON.parse(anonymous));
        validators.set(schema, validate);
    }
    return validate(value);
}

export interface Mutant {
    /** Completes "a body with …". */
    what: string;
    body: unknown;
    /** The member that is wrong. */
    member: string;
    /** The part of the schema that the body violates, and how: the same for all bodies that contain this part. */
    violated: Schema;
    how: string;
}

/** Bodies that each violate the schema in one member. */
export function* mutantsOf(schema: Schema, path = '/body'): Generator<Mutant> {
    yield* wrongValues(schema, path);
    if (schema.anyOf ?? schema.oneOf) return;
    if (typesOf(schema).includes('object')) yield* wrongMembers(schema, path);
    if (typesOf(schema).includes('array') && schema.items) {
        const item = schema.items;
        const others = Array.from({ length: Math.max((schema.minItems ?? 1) - 1, 0) }, () => sampleOf(item));
        for (const mutant of mutantsOf(item, `${path}/0`)) yield { ...mutant, body: [mutant.body, ...others] };
    }
}

function* wrongValues(schema: Schema, path: string): Generator<Mutant> {
    const member = path
        .split('/')
        .filter((part) => !/^\d+$/.test(part))
        .at(-1)!;
    const wrong = (what: string, body: unknown): Mutant[] =>
        isValid(schema, body) ? [] : [{ what: `${path} ${what}`, body, member, violated: schema, how: what }];
    const types = typesOf(schema);
    yield* wrong('null', null);
    yield* wrong('a text', 'not what is asked for');
    yield* wrong('a number', 4711.5);
    yield* wrong('a list of lists', [[[]]]);
    yield* wrong('an object', { unexpected: { member: true } });
    if (types.includes('string') && schema.maxLength) yield* wrong('too long', 'x'.repeat(schema.maxLength + 1));
    if (types.includes('string') && schema.minLength) yield* wrong('too short', '');
    if (types.includes('integer') || types.includes('number')) {
        if (schema.minimum !== undefined) yield* wrong('too small', schema.minimum - 1);
        if (schema.maximum !== undefined) yield* wrong('too large', schema.maximum + 1);
    }
    if (types.includes('array') && schema.maxItems !== undefined) {
        yield* wrong('too many', new Array(schema.maxItems + 1).fill(sampleOf(schema.items ?? {})));
    }
    if (types.includes('object') && schema.maxProperties !== undefined) {
        const [value] = Object.values(schema.patternProperties ?? {});
        const sample = sampleOf(value ?? {});
        const entries = Array.from({ length: schema.maxProperties + 1 }, (_, index) => [`m${index}`, sample]);
        yield* wrong('too many', Object.fromEntries(entries));
    }
}

function* wrongMembers(schema: Schema, path: string): Generator<Mutant> {
    const base = sampleOf(schema) as Record<string, unknown>;
    for (const name of schema.required ?? []) {
        const { [name]: _, ...body } = base;
        yield { what: `${path}/${name} missing`, body, member: name, violated: schema, how: `${name} missing` };
    }
    if (!isValid(schema, { ...base, unexpectedMember: 1 })) {
        const body = { ...base, unexpectedMember: 1 };
        const how = 'an unknown property';
        yield { what: `${path} ${how}`, body, member: 'unexpectedMember', violated: schema, how };
    }
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
        for (const mutant of mutantsOf(property, `${path}/${name}`))
            yield { ...mutant, body: { ...base, [name]: mutant.body } };
    }
}

/** A URL of the route, with values that match the schemas of its parameters. */
export function addressOf(route: { path: string; params?: unknown }, known: Record<string, string> = {}): string {
    const { properties = {} } = (route.params ?? {}) as Schema;
    return route.path.replace(/:(\w+)/g, (_, name: string) =>
        encodeURIComponent(known[name] ?? String(sampleOf(properties[name] ?? {}))),
    );
}
