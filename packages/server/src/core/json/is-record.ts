/** Whether the value is a JSON object. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value if it is a JSON object, otherwise an empty one. */
export const asRecord = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});
