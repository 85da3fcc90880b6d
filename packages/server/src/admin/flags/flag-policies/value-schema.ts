import { Ajv, type ValidateFunction } from 'ajv';
import { RE2JS } from 're2js';
import { invalid } from '../../../core/errors/errors.ts';
import { canonicalJson } from '../../../core/json/canonical-json.ts';

/** Keywords whose cost grows linearly with the value: no references, no alternatives, no comparison of items with each other. */
const KEYWORDS: Record<string, (value: unknown) => boolean> = {
    type: (value) => [value].flat().every((each) => TYPES.includes(each as string)) && [value].flat().length > 0,
    enum: (value) => Array.isArray(value) && value.length > 0 && value.length <= 500,
    const: () => true,
    properties: isRecord,
    required: (value) => Array.isArray(value) && value.length <= 100 && value.every((each) => typeof each === 'string'),
    additionalProperties: (value) => typeof value === 'boolean',
    items: isRecord,
    minItems: isCount,
    maxItems: isCount,
    minLength: isCount,
    maxLength: isCount,
    pattern: (value) => typeof value === 'string' && value.length <= MAX_PATTERN,
    minimum: Number.isFinite,
    maximum: Number.isFinite,
    title: (value) => typeof value === 'string',
    description: (value) => typeof value === 'string',
};

const TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];
const MAX_PATTERN = 200;
const MAX_DEPTH = 8;
const MAX_SCHEMAS = 200;

function isRecord(value: unknown): value is Record<string, unknown> {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isCount(value: unknown): boolean {
    return Number.isInteger(value) && (value as number) >= 0;
}

/** Throws unless the schema uses only the known keywords, and is not too large. */
export function requireValueSchema(schema: unknown, path: string): void {
    let count = 0;
    const visit = (each: unknown, at: string, depth: number): void => {
        if (!isRecord(each)) throw invalid(`A JSON Schema is an object. Correct ${at}.`, at);
        if (++count > MAX_SCHEMAS || depth > MAX_DEPTH) {
            throw invalid(
                `A JSON Schema contains at most ${MAX_SCHEMAS} schemas, in at most ${MAX_DEPTH} levels. Simplify it.`,
                path,
            );
        }
        for (const [keyword, value] of Object.entries(each)) {
            const check = Object.hasOwn(KEYWORDS, keyword) ? KEYWORDS[keyword] : undefined;
            if (!check) {
                throw invalid(
                    `The keyword ${keyword} is not supported in schemas. Use ${Object.keys(KEYWORDS).join(', ')}.`,
                    `${at}/${keyword}`,
                );
            }
            if (!check(value)) throw invalid(`The value of ${keyword} is not valid here.`, `${at}/${keyword}`);
            if (keyword === 'pattern') compilePattern(value as string, `${at}/pattern`);
            if (keyword === 'items') visit(value, `${at}/items`, depth + 1);
            if (keyword !== 'properties') continue;
            for (const [name, property] of Object.entries(value as object))
                visit(property, `${at}/properties/${name}`, depth + 1);
        }
    };
    visit(schema, path, 1);
}

/** RE2 takes linear time, and limits repetitions. */
function compilePattern(pattern: string, path?: string): { test(text: string): boolean } {
    try {
        const compiled = RE2JS.compile(pattern);
        return { test: (text) => compiled.matcher(text).find() };
    } catch {
        throw invalid(`${JSON.stringify(pattern)} is not an RE2 pattern. Correct it.`, path);
    }
}

/** The number of compiled schemas that are kept. */
const MAX_COMPILED = 500;

const newAjv = () =>
    new Ajv({
        strict: false,
        addUsedSchema: false,
        code: { regExp: Object.assign((pattern: string) => compilePattern(pattern), { code: 'RE2' }) },
    });

/** Checks values against schemas of policies. A schema is compiled once. */
export class ValueSchemas {
    #ajv = newAjv();
    readonly #byContent = new Map<string, ValidateFunction>();
    /** The same schema usually checks many values of one change. */
    readonly #byObject = new WeakMap<object, ValidateFunction>();

    /** Returns why the value does not match, as the end of a sentence; undefined if it does. */
    problemOf(schema: Record<string, unknown>, value: unknown): string | undefined {
        const validate = this.#byObject.get(schema) ?? this.#compile(schema);
        if (validate(value)) return undefined;
        const { instancePath, message, params } = validate.errors![0]!;
        const allowed = 'allowedValues' in params ? `: ${JSON.stringify(params['allowedValues'])}` : '';
        return `${instancePath === '' ? 'it' : instancePath} ${message}${allowed}`;
    }

    #compile(schema: Record<string, unknown>): ValidateFunction {
        if (this.#byContent.size >= MAX_COMPILED) {
            this.#byContent.clear();
            this.#ajv = newAjv();
        }
        const content = canonicalJson(schema);
        const validate = this.#byContent.get(content) ?? this.#ajv.compile(schema);
        this.#byContent.set(content, validate);
        this.#byObject.set(schema, validate);
        return validate;
    }
}
