import { compileSerializer } from '../route/compile.ts';
import { hasManyItems, SerialisedList } from './serialised-list.ts';

interface Schema {
    type?: string;
    items?: Schema;
    properties?: Record<string, Schema>;
    required?: string[];
}

/** Serializes a response by its schema, in pieces: long lists are written item by item. */
export function* serialise(schema: Schema, answer: object): Generator<string | Buffer> {
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
    if (list instanceof SerialisedList) return yield* list.end();
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
