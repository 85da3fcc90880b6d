import type { Flag, StrategyVariant } from '../../../api/types.ts';
import { jsonProblem } from '../../../components/forms/json-problem.ts';

export type ValueType = NonNullable<Flag['valueType']>;
type Payload = NonNullable<StrategyVariant['payload']>;

interface ValueTypeDescription {
    label: string;
    /** The required payload type of a variant. */
    requirement: string;
    /** The initial value. */
    payload: Payload | undefined;
    fits: (value: unknown) => boolean;
}

/** The value types of flags, named as in OpenFeature. */
export const VALUE_TYPES: Readonly<Record<ValueType, ValueTypeDescription>> = {
    boolean: {
        label: 'boolean: on or off',
        requirement: 'no payload: code checks whether the flag is on',
        payload: undefined,
        fits: (value) => typeof value === 'boolean',
    },
    string: {
        label: 'string',
        requirement: 'a payload of type Text or CSV',
        payload: { type: 'string', value: '' },
        fits: (value) => typeof value === 'string',
    },
    integer: {
        label: 'integer',
        requirement: 'a payload of type Number without decimals',
        payload: { type: 'number', value: '0' },
        fits: Number.isInteger,
    },
    float: {
        label: 'float',
        requirement: 'a payload of type Number',
        payload: { type: 'number', value: '0' },
        fits: (value) => typeof value === 'number',
    },
    object: {
        label: 'object: JSON',
        requirement: 'a payload of type JSON that is an object or a list',
        payload: { type: 'json', value: '{}' },
        fits: (value) => typeof value === 'object' && value !== null,
    },
};

export const isValueType = (name: string): name is ValueType => Object.hasOwn(VALUE_TYPES, name);

/** Returns the error of a variant's payload; undefined if the payload is valid. */
export function payloadProblem(type: ValueType, payload: Payload | null | undefined): string | undefined {
    const { requirement: wants, fits } = VALUE_TYPES[type];
    const isFit = payload ? fits(payloadValue(payload)) : type === 'boolean';
    return isFit ? undefined : `Values of this flag are of type ${type}: use ${wants}.`;
}

function payloadValue({ type, value }: Payload): unknown {
    if (type === 'number') return value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value;
    // The JSON editor reports syntax errors itself.
    return type === 'json' && jsonProblem(value) === undefined ? JSON.parse(value) : value;
}

/** The code default as text for a field: strings unchanged, other values as JSON. */
export const defaultText = (value: unknown): string =>
    value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);

/** Parses the code default of a field. Empty text means no default. */
export function readDefault(
    type: string,
    text: string,
): { value: unknown; problem?: undefined } | { value?: undefined; problem: string } {
    if (!isValueType(type) || text === '') return { value: null };
    if (type === 'string') return { value: text };
    const problem = jsonProblem(text);
    if (problem === undefined && VALUE_TYPES[type].fits(JSON.parse(text))) return { value: JSON.parse(text) };
    return { problem: EXAMPLES[type] };
}

const EXAMPLES: Record<Exclude<ValueType, 'string'>, string> = {
    boolean: 'Enter true or false',
    integer: 'Enter a number without decimals, such as 3',
    float: 'Enter a number, such as 0.5',
    object: 'Enter a JSON object or list, such as {"size": "L"}',
};
