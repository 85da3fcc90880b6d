import type { VariantDefinition } from './definitions.ts';
import { isRecord, Malformed, optionalBoolean, optionalList, record, string, strings } from './malformed.ts';

/** A strategy of the right shape; its constraints and variants are read when they are compiled. */
export interface StrategyShape {
    readonly name: string;
    readonly id: string | undefined;
    readonly title: string | undefined;
    readonly disabled: boolean;
    readonly parameters: Readonly<Record<string, string>>;
    readonly segments: readonly number[];
    readonly constraints: unknown;
    readonly variants: unknown;
}

export interface Parent {
    readonly name: string;
    readonly enabled: boolean;
    /** Empty when any variant matches. */
    readonly variants: readonly string[];
}

export function readStrategy(value: unknown, label: string): StrategyShape {
    const input = record(value, label);
    return {
        name: string(input['name'], `${label}.name`),
        id: textOrNothing(input['id']),
        title: textOrNothing(input['title']),
        disabled: optionalBoolean(input['disabled'], `${label}.disabled`),
        parameters: readParameters(input['parameters'], `${label}.parameters`),
        segments: optionalList(input['segments'], `${label}.segments`).map((id) => {
            if (typeof id !== 'number') throw new Malformed(`${label}.segments contains something that is not an id`);
            return id;
        }),
        constraints: input['constraints'],
        variants: input['variants'],
    };
}

/** Parameters are text in the API; numbers are accepted too. The result has no prototype, so any name is safe. */
function readParameters(value: unknown, label: string): Record<string, string> {
    const parameters: Record<string, string> = Object.create(null);
    if (value === undefined || value === null) return parameters;
    for (const [name, parameter] of Object.entries(record(value, label))) {
        if (typeof parameter === 'string') parameters[name] = parameter;
        else if (typeof parameter === 'number') parameters[name] = String(parameter);
        else if (parameter !== null) throw new Malformed(`${label}.${name} is not a string`);
    }
    return parameters;
}

export function readDependency(value: unknown, label: string): Parent {
    const input = record(value, label);
    const { enabled } = input;
    return {
        name: string(input['feature'], `${label}.feature`),
        enabled: enabled === undefined || enabled === null || optionalBoolean(enabled, `${label}.enabled`),
        variants: strings(input['variants'], `${label}.variants`),
    };
}

export function readVariant(value: unknown, label: string): VariantDefinition {
    const input = record(value, label);
    const { weight, weightType, stickiness, payload } = input;
    if (!isWeight(weight)) throw new Malformed(`${label}.weight is not a whole number from 0 to ${MAX_WEIGHT}`);
    return {
        name: string(input['name'], `${label}.name`),
        weight,
        ...(weightType === 'fix' || weightType === 'variable' ? { weightType } : {}),
        ...(typeof stickiness === 'string' ? { stickiness } : {}),
        ...(isRecord(payload) ? { payload: readPayload(payload, `${label}.payload`) } : {}),
        overrides: optionalList(input['overrides'], `${label}.overrides`).map((item) => {
            const override = record(item, `${label}.overrides`);
            return {
                contextName: string(override['contextName'], `${label}.overrides.contextName`),
                values: [...strings(override['values'], `${label}.overrides.values`)],
            };
        }),
    };
}

// Far above the 1000 that the API allows, and far below the sum at which thousands of them would overflow 32 bits.
const MAX_WEIGHT = 100_000;

function isWeight(value: unknown): value is number {
    return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_WEIGHT;
}

function readPayload(payload: Record<string, unknown>, label: string): { type: string; value: string } {
    const { type, value } = payload;
    if (typeof type !== 'string' || typeof value !== 'string') throw new Malformed(`${label} needs a type and a value`);
    return { type, value };
}

function textOrNothing(value: unknown): string | undefined {
    return typeof value === 'string' ? value : undefined;
}
