/** The value types of a flag in code, named as in OpenFeature. */
export const VALUE_TYPES = ['boolean', 'string', 'integer', 'float', 'object'] as const;
export type ValueType = (typeof VALUE_TYPES)[number];

/** The default in code without a response, unless specified otherwise. */
export const DEFAULT_VALUES: Record<ValueType, unknown> = {
    boolean: false,
    string: '',
    integer: 0,
    float: 0,
    object: {},
};

interface Payload {
    type: string;
    value: string;
}

/** Parses a payload; one that does not match its declared type is returned as text. */
export function typedPayload({ type, value }: Payload): unknown {
    if (type === 'number') return value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value;
    if (type !== 'json') return value;
    try {
        return JSON.parse(value);
    } catch {
        return value;
    }
}

const FITS: Record<ValueType, (value: unknown) => boolean> = {
    boolean: (value) => typeof value === 'boolean',
    string: (value) => typeof value === 'string',
    integer: (value) => Number.isInteger(value),
    float: (value) => typeof value === 'number',
    object: (value) => typeof value === 'object' && value !== null,
};

export const fitsType = (type: ValueType, value: unknown) => FITS[type](value);

/** Without a payload, the value of a flag is its enabled state. */
export const payloadFits = (type: ValueType, payload: Payload | undefined) =>
    payload ? fitsType(type, typedPayload(payload)) : type === 'boolean';

/** Undefined when the variants have different types: generated code could not support all of them. */
export function typeOfVariants(variants: readonly { payload?: Payload | undefined }[]): ValueType | undefined {
    const values = variants.flatMap(({ payload }) => (payload ? [typedPayload(payload)] : []));
    if (values.length === 0) return 'boolean';
    return (['integer', 'float', 'string', 'object'] as const).find((type) => values.every(FITS[type]));
}
