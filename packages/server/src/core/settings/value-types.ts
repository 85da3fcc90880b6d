/** The value types of a flag in code, named as in OpenFeature. */
export const VALUE_TYPES = ['boolean', 'string', 'integer', 'float', 'object'] as const;
export type ValueType = (typeof VALUE_TYPES)[number];

/** What code gets without an answer, where nobody said otherwise. */
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

/** A payload that is not what it says it is goes out as the text it is. */
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

/** Without a payload, the value of a flag is whether it is on. */
export const payloadFits = (type: ValueType, payload: Payload | undefined) =>
    payload ? fitsType(type, typedPayload(payload)) : type === 'boolean';

/** Undefined when variants are of different types: no generated code could take them all. */
export function typeOfVariants(variants: readonly { payload?: Payload | undefined }[]): ValueType | undefined {
    const values = variants.flatMap(({ payload }) => (payload ? [typedPayload(payload)] : []));
    if (values.length === 0) return 'boolean';
    return (['integer', 'float', 'string', 'object'] as const).find((type) => values.every(FITS[type]));
}
