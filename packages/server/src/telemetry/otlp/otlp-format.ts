export type AttributeValue = string | number | boolean;
export type Attributes = Readonly<Record<string, AttributeValue | undefined>>;

/** Attributes as OTLP writes them in JSON. */
export const attributesOf = (attributes: Attributes) =>
    Object.entries(attributes).flatMap(([key, value]) =>
        value === undefined ? [] : [{ key, value: otlpValue(value) }],
    );

function otlpValue(value: AttributeValue) {
    if (typeof value === 'boolean') return { boolValue: value };
    if (typeof value === 'string') return { stringValue: value };
    return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

/** Now in nanoseconds since 1970, which a number cannot hold exactly. */
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

/** Makes the body of a request of some records. */
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
