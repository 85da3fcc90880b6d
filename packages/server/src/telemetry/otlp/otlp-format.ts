export type AttributeValue = string | number | boolean;
export type Attributes = Readonly<Record<string, AttributeValue | undefined>>;

/** Converts attributes to the JSON format of OTLP. */
export const attributesOf = (attributes: Attributes) =>
    Object.entries(attributes).flatMap(([key, value]) =>
        value === undefined ? [] : [{ key, value: otlpValue(value) }],
    );

function otlpValue(value: AttributeValue) {
    if (typeof value === 'boolean') return { boolValue: value };
    if (typeof value === 'string') return { stringValue: value };
    return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

/** Converts milliseconds to nanoseconds, as a string, because a number cannot represent them exactly. */
export function nanosecondsOf(milliseconds: number): string {
    const whole = Math.floor(milliseconds);
    return `${whole}${String(Math.floor((milliseconds - whole) * 1e6)).padStart(6, '0')}`;
}

export const nowInMilliseconds = () => performance.timeOrigin + performance.now();

interface Origin {
    resource: Attributes;
    version: string;
}

const scopeOf = ({ version }: Origin) => ({ name: 'halyard', version });

/** Creates a function that returns the body of a request with the passed records. */
export type BodyOf = (origin: Origin) => (records: readonly object[]) => object;

export const tracesBody: BodyOf = (origin) => (spans) => ({
    resourceSpans: [
        { resource: { attributes: attributesOf(origin.resource) }, scopeSpans: [{ scope: scopeOf(origin), spans }] },
    ],
});

export const logsBody: BodyOf = (origin) => (logRecords) => ({
    resourceLogs: [
        {
            resource: { attributes: attributesOf(origin.resource) },
            scopeLogs: [{ scope: scopeOf(origin), logRecords }],
        },
    ],
});
