const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

/** What a value is, in the words of the specification's tables. */
export function kindOf(value: unknown): string {
    if (value === undefined) return 'absent';
    if (value === null) return 'null';
    if (Array.isArray(value)) return 'list';
    if (typeof value === 'string') return DATE_TIME.test(value) ? 'date-time' : 'string';
    if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
    return typeof value;
}
