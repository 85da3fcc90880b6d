import { invalid } from '../core/errors/errors.ts';
import { fitsType, payloadFits, type ValueType } from '../core/settings/value-types.ts';
import type { Republished } from './publish.ts';

interface TypedFlag {
    name: string;
    valueType?: ValueType;
    codeDefault?: unknown;
    variants: Variant[];
    strategies: { variants?: Variant[] }[];
}

interface Variant {
    name: string;
    payload?: { type: string; value: string };
}

/**
 * Rejects variants whose values do not match the value type of the flag. The check runs on the publications of a change, so it
 * covers all sources of variants, including imports, copies and change requests.
 */
export function refuseUnfitValues(publications: readonly Republished[]): void {
    for (const { kind, after } of publications) {
        if (kind !== 'flag' || after === null || !(after.includes('"valueType"') || after.includes('"codeDefault"')))
            continue;
        const { name, valueType, codeDefault, variants, strategies } = JSON.parse(after) as TypedFlag;
        if (valueType === undefined) {
            if (codeDefault === undefined) continue;
            throw invalid(`Specify the valueType of flag ${name} together with its codeDefault.`, '/body/valueType');
        }
        if (codeDefault !== undefined && !fitsType(valueType, codeDefault)) {
            throw invalid(
                `The codeDefault of flag ${name} does not fit its valueType, which is ${valueType}. Change one of them.`,
                '/body/codeDefault',
            );
        }
        const all = [...variants, ...strategies.flatMap((strategy) => strategy.variants ?? [])];
        const mismatched = all.find(({ payload }) => !payloadFits(valueType, payload));
        if (mismatched) {
            throw invalid(
                `Variant ${mismatched.name} does not fit flag ${name}, whose values are of type ${valueType}. ${PAYLOAD_HINTS[valueType]}`,
            );
        }
    }
}

const PAYLOAD_HINTS: Record<ValueType, string> = {
    boolean: 'Omit the payload: the value of a boolean flag is whether it is on.',
    string: 'Give it a payload of type string or csv.',
    integer: 'Give it a payload of type number without decimals.',
    float: 'Give it a payload of type number.',
    object: 'Give it a payload of type json that is an object or a list.',
};
