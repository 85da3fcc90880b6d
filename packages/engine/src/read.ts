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

export function readStrategy(value: unknown, what: string): StrategyShape {
    const input = record(value, what);
    return {
        name: string(input['name'], `${what}.name`),
        id: textOrNothing(input['id']),
        title: textOrNothing(input['title']),
        disabled: optionalBoolean(input['disabled'], `${what}.disabled`),
        parameters: readParameters(input['parameters'], `${what}.parameters`),
        segments: optionalList(input['segments'], `${what}.segments`).map((id) => {
            if (typeof id !== 'number') throw new Malformed(`${what}.segments contains something that is not an id`);
            return id;
        }),
        constraints: input['constraints'],
        variants: input['variants'],
    };
}

/** Parameters are text in the API; numbers are accepted too. The result has no prototype, so any name is safe. */
function readParameters(value: unknown, what: string): Record<string, string> {
    const parameters: Record<string, string> = Object.create(null);
    if (value === undefined || value === null) return parameters;
    for (const [name, parameter] of Object.entries(record(value, what))) {
        if (typeof parameter === 'string') parameters[name] = parameter;
        else if (typeof parameter === 'number') parameters[name] = String(parameter);
        else if (parameter !== null) throw new Malformed(`${what}.${name} is not a string`);
    }
    return parameters;
}

export function readDependency(value: unknown, what: string): Parent {
    const input = record(value, what);
    const { enabled } = input;
    return {
        name: string(input['feature'], `${what}.feature`),
        enabled: enabled === undefined || enabled === null || optionalBoolean(enabled, `${what}.enabled`),
        variants: strings(input['variants'], `${what}.variants`),
    };
}

export function readVariant(value: unknown, what: string): VariantDefinition {
    const input = record(value, what);
    const { weight, weightType, stickiness, payload } = input;
    if (!isWeight(weight)) throw new Malformed(`${what}.weight is not a whole number from 0 to ${MAX_WEIGHT}`);
    return {
        name: string(input['name'], `${what}.name`),
        weight,
        ...(weightType === 'fix' || weightType === 'variable' ? { weightType } : {}),
        ...(typeof stickiness === 'string' ? { stickiness } : {}),
        ...(isRecord(payload) ? { payload: readPayload(payload, `${what}.payload`) } : {}),
        overrides: optionalList(input['overrides'], `${what}.overrides`).map((item) => {
            const override = record(item, `${what}.overrides`);
            return {
                contextName: string(override['contextName'], `${what}.overrides.contextName`),
                values: [...strings(override['values'], `${what}.overrides.values`)],
            };
        }),
    };
}

// Far above the 1000 that the API allows, and far below the sum at which thousands of them would overflow 32 bits.
const MAX_WEIGHT = 100_000;

function isWeight(value: unknown): value is number {
    return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_WEIGHT;
}

function readPayload(payload: Record<string, unknown>, what: string): { type: string; value: string } {
    const { type, value } = payload;
    if (typeof type !== 'string' || typeof value !== 'string') throw new Malformed(`${what} needs a type and a value`);
    return { type, value };
}

function textOrNothing(value: unknown): string | undefined {
    return typeof value === 'string' ? value : undefined;
}
