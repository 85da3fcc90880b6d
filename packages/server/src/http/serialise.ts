import { mapInSlices } from '../core/in-slices.ts';
import { compileSerializer } from './compile.ts';

/** Shorter lists are written in one go: they take less than a millisecond. */
const LONG_LIST = 200;

interface Schema {
    type?: string;
    items?: object;
    properties?: Record<string, Schema>;
    required?: string[];
}

/** An answer as its schema says, in pieces: long lists are written item by item, without holding up other requests. */
export async function serialise(schema: Schema, answer: object): Promise<string[]> {
    if (isLongList(schema, answer)) return writeList(schema, answer);
    const members = Object.entries(answer);
    const isLong = new Map(members.map(([name, value]) => [name, isLongList(schema.properties?.[name], value)]));
    const long = members.filter(([name]) => isLong.get(name));
    if (long.length === 0) return [compileSerializer({ schema })(answer)];

    const names = long.map(([name]) => name);
    const short = Object.fromEntries(members.filter(([name]) => !isLong.get(name)));
    const beginning = compileSerializer({ schema: withoutMembers(schema, names) })(short).slice(0, -1);
    const pieces = [[beginning]];
    let separator = beginning === '{' ? '' : ',';
    for (const [name, list] of long) {
        pieces.push([`${separator}${JSON.stringify(name)}:`], await writeList(schema.properties![name]!, list));
        separator = ',';
    }
    return [...pieces, ['}']].flat();
}

const isLongList = (schema: Schema | undefined, value: unknown): value is unknown[] =>
    schema?.type === 'array' && Array.isArray(value) && value.length > LONG_LIST;

async function writeList({ items }: Schema, list: unknown[]): Promise<string[]> {
    const write = compileSerializer({ schema: items });
    let separator = '[';
    const pieces = await mapInSlices(list, (item) => {
        const piece = separator + write(item);
        separator = ',';
        return piece;
    });
    return [...pieces, ']'];
}

/** Remembered, because what is compiled is remembered by schema. */
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
