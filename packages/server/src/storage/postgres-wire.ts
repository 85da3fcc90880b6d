export type WireRow = Record<string, unknown>;

export interface Field {
    name: string;
    dataTypeID: number;
}

export type WireColumn = { name: string; parse: (text: string) => unknown };
/** The columns of a result, with their parsers. */
export type Columns = readonly WireColumn[];

/** The parts of node-postgres that are missing in its published types; passed to submitted queries. */
export interface Wire {
    stream: { cork(): void; uncork(): void };
    parse(message: { name: string; text: string }): void;
    bind(message: { statement: string; values: readonly unknown[]; valueMapper(value: unknown): unknown }): void;
    describe(message: { type: 'P'; name: '' }): void;
    execute(message: null): void;
    close(message: { type: 'S'; name: string }): void;
    sync(): void;
}

/** A value in the format of PostgreSQL. */
export function toWire(value: unknown): string | null | Buffer {
    if (value === null || value === undefined) return null;
    if (Array.isArray(value)) return `{${value.map(toElement).join(',')}}`;
    if (value instanceof Uint8Array) return Buffer.from(value);
    return String(value);
}

const toElement = (value: unknown) =>
    value === null ? 'NULL' : `"${String(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
