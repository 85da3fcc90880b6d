import { isRecord } from './is-record.ts';

/** Whether a context, as text, contains such a value in a field or a property. */
export const hasValue = (text: string, isSuch: (value: string) => boolean): boolean =>
    contextHasValue(JSON.parse(text), isSuch);

export function contextHasValue(context: unknown, isSuch: (value: string) => boolean): boolean {
    if (!isRecord(context)) return false;
    return Object.values(context).some((value) => {
        if (isRecord(value)) return contextHasValue(value, isSuch);
        return value !== null && value !== undefined && isSuch(String(value));
    });
}
