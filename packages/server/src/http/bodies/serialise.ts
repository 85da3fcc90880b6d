import { compileSerializer } from '../route/compile.ts';
import { hasManyItems, SerialisedList } from './serialised-list.ts';

interface Schema {
    type?: string;
    items?: Schema;
    properties?: Record<string, Schema>;
    required?: string[];
}

/** Nested lists down to this depth are written item by item. */
const MAX_SPLIT_DEPTH = 4;
/** Shorter lists are serialised at once: in thousands of objects, a step for each member takes longer than its text. */
const MAX_SHORT_LIST = 50;

/**
 * Serializes an object in pieces: long lists are written item by item. With a schema, undeclared members are left out; without one,
 * the object must already have its shape, because a schema takes too long for thousands of nested objects.
 */
export const serialise = (answer: object, schema?: Schema): Generator<string | Buffer> =>
    schema ? piecesBySchema(schema, answer) : pieces(answer, MAX_SPLIT_DEPTH);

function* piecesBySchema(schema: Schema, answer: object): Generator<string | Buffer> {
    if (isLongList(schema, answer)) return yield* writeList(schema, answer);
    const members = Object.entries(answer);
    const isLong = new Map(members.map(([name, value]) => [name, isLongList(schema.properties?.[name], value)]));
    const long = members.filter(([name]) => isLong.get(name));
    if (long.length === 0) return yield compileSerializer({ schema })(answer);

    const names = long.map(([name]) => name);
    const short = Object.fromEntries(members.filter(([name]) => !isLong.get(name)));
    const beginning = compileSerializer({ schema: withoutMembers(schema, names) })(short).slice(0, -1);
    yield beginning;
    let separator = beginning === '{' ? '' : ',';
    for (const [name, list] of long) {
        yield `${separator}${JSON.stringify(name)}:`;
        yield* writeList(schema.properties![name]!, list);
        separator = ',';
    }
    yield '}';
}

const isLongList = (schema: Schema | undefined, value: unknown): value is unknown[] | SerialisedList<unknown> =>
    value instanceof SerialisedList ||
    (schema?.type === 'array' && Array.isArray(value) && hasManyItems(schema.items ?? {}, value));

function* writeList({ items }: Schema, list: unknown[] | SerialisedList<unknown>): Generator<string | Buffer> {
    if (list instanceof SerialisedList) return yield* list.chunks;
    const write = compileSerializer({ schema: items! });
    let separator = '[';
    for (const item of list) {
        yield separator + write(item);
        separator = ',';
    }
    yield ']';
}

/** These schemas are cached, because compiled serializers are cached by schema. */
const shortened = new WeakMap<Schema, Map<string, Schema>>();

function withoutMembers(schema: Schema, names: string[]): Schema {
    const known = shortened.get(schema) ?? new Map<string, Schema>();
    shortened.set(schema, known);
    const { properties = {}, required = [] } = schema;
    const rest = known.get(names.join()) ?? {
        ...schema,
        properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !names.includes(name))),
        required: required.filter((name) => !names.includes(name)),
    };
    known.set(names.join(), rest);
    return rest;
}

function* pieces(value: unknown, levels: number): Generator<string> {
    if (!hasLongList(value, levels)) return yield JSON.stringify(value);
    let separator = '';
    if (Array.isArray(value)) {
        yield '[';
        for (const item of value) {
            yield separator;
            yield* pieces(item, levels - 1);
            separator = ',';
        }
        return yield ']';
    }
    yield '{';
    for (const [name, member] of Object.entries(value)) {
        if (member === undefined) continue;
        yield `${separator}${JSON.stringify(name)}:`;
        yield* pieces(member, levels - 1);
        separator = ',';
    }
    yield '}';
}

/** Whether the value is, or contains, a list that is written item by item. */
function hasLongList(value: unknown, levels: number): value is object {
    if (levels === 0 || typeof value !== 'object' || value === null) return false;
    if (Array.isArray(value) && value.length > MAX_SHORT_LIST) return true;
    return Object.values(value).some((member) => hasLongList(member, levels - 1));
}
