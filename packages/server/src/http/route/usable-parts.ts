import { isRecord } from '../../core/json/is-record.ts';
import { compileValidator } from './compile.ts';

interface PartSchema {
    type?: string | readonly string[];
    properties?: Readonly<Record<string, PartSchema>>;
    required?: readonly string[];
    additionalProperties?: PartSchema | boolean;
    maxProperties?: number;
    items?: PartSchema;
    maxItems?: number;
}

/**
 * Returns a value without the parts that do not match its schema: optional members, items of lists and entries of maps. Calls `drop` for
 * each of them. Undefined: the value as a whole is not usable.
 */
function usableParts(schema: PartSchema, value: unknown, drop: () => void): unknown {
    if (compileValidator({ schema, httpPart: 'body' })(value)) return value;
    const { properties, items, additionalProperties: entries } = schema;
    if (items !== undefined && Array.isArray(value)) return usableItems(items, value, schema.maxItems, drop);
    if (!isRecord(value)) return undefined;
    if (properties !== undefined) return usableMembers(schema, value, drop);
    return typeof entries === 'object' ? usableEntries(entries, value, schema.maxProperties, drop) : undefined;
}

/** Replaces the body of a request by its usable parts, and counts the others. */
export function keepUsableParts(request: { body: unknown; droppedParts: number }, schema: object): void {
    request.body = usableParts(schema, request.body, () => {
        request.droppedParts++;
    });
}

function usableItems(schema: PartSchema, list: readonly unknown[], max = list.length, drop: () => void): unknown[] {
    const usable: unknown[] = [];
    for (const item of list) {
        const part = usable.length < max ? usableParts(schema, item, drop) : undefined;
        if (part === undefined) drop();
        else usable.push(part);
    }
    return usable;
}

function usableMembers(
    { properties = {}, required = [] }: PartSchema,
    value: Readonly<Record<string, unknown>>,
    drop: () => void,
): object | undefined {
    const usable: Record<string, unknown> = { ...value };
    for (const [name, schema] of Object.entries(properties)) {
        const part = value[name] === undefined ? undefined : usableParts(schema, value[name], drop);
        if (part !== undefined) usable[name] = part;
        else if (required.includes(name) && schema.items === undefined) return undefined;
        else if (required.includes(name)) usable[name] = [];
        else delete usable[name];
        // `null` is how some SDKs say that they have nothing to report.
        if (part === undefined && value[name] !== undefined && value[name] !== null) drop();
    }
    return usable;
}

function usableEntries(
    schema: PartSchema,
    value: Readonly<Record<string, unknown>>,
    max = Number.POSITIVE_INFINITY,
    drop: () => void,
): object {
    const usable: [string, unknown][] = [];
    for (const [name, entry] of Object.entries(value)) {
        const part = usable.length < max ? usableParts(schema, entry, drop) : undefined;
        if (part === undefined) drop();
        else usable.push([name, part]);
    }
    return Object.fromEntries(usable);
}
