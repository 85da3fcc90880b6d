import type { ActionTarget } from '../../../changes/action-rules.ts';
import { asRecord } from '../../../core/json/is-record.ts';

const variantsIn = (value: unknown) => (Array.isArray(value) ? value : asRecord(value)['variants']);

export const variantsTarget: ActionTarget = {
    noun: 'The list of variants',
    current: (objects, { feature }) => objects.environment(feature ?? '')?.variants ?? null,
    read: (list) => ({ variants: variantsIn(list) }),
    proposed: (payload) => ({ variants: variantsIn(payload) }),
    write: (members) => ({ variants: members['variants'] }),
};
