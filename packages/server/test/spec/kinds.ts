const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

/** The type of a value, named as in the tables of the specification. */
export function kindOf(value: unknown): string {
    if (value === undefined) return 'absent';
    if (value === null) return 'null';
    if (Array.isArray(value)) return 'list';
    if (typeof value === 'string') return DATE_TIME.test(value) ? 'date-time' : 'string';
    if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
    return typeof value;
}
