/** The defect of a definition. It never leaves the compiler, which converts it to a warning. */
export class Malformed extends Error {}

export function isRecord(value: unknown): value is Record<string, unknown> {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function record(value: unknown, label: string): Record<string, unknown> {
    if (!isRecord(value)) throw new Malformed(`${label} is not an object`);
    return value;
}

export function string(value: unknown, label: string): string {
    if (typeof value !== 'string' || value === '') throw new Malformed(`${label} is not a non-empty string`);
    return value;
}

export function boolean(value: unknown, label: string): boolean {
    if (typeof value !== 'boolean') throw new Malformed(`${label} is not a boolean`);
    return value;
}

/** Absent and null both mean the default: servers send either. */
export function optionalBoolean(value: unknown, label: string): boolean {
    return value === undefined || value === null ? false : boolean(value, label);
}

export function list(value: unknown, label: string): readonly unknown[] {
    if (!Array.isArray(value)) throw new Malformed(`${label} is not a list`);
    return value;
}

export function optionalList(value: unknown, label: string): readonly unknown[] {
    return value === undefined || value === null ? [] : list(value, label);
}

export function strings(value: unknown, label: string): readonly string[] {
    return optionalList(value, label).map((item) => {
        if (typeof item !== 'string') throw new Malformed(`${label} contains something that is not a string`);
        return item;
    });
}
