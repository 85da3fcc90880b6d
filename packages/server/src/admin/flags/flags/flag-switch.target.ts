import type { ActionTarget } from '../../../changes/action-rules.ts';
import { asRecord } from '../../../core/json/is-record.ts';

export const switchTarget: ActionTarget = {
    noun: 'Whether the flag is on',
    always: true,
    explicit: ['enabled'],
    hidesSnapshot: true,
    current(objects, { feature }) {
        const environment = objects.environment(feature ?? '');
        return environment ? { enabled: environment.enabled } : null;
    },
    read: (state) => ({ enabled: asRecord(state)['enabled'] }),
    // The treatment of disabled strategies and the strategy that is added are part of the approved content.
    proposed(payload) {
        const { enabled, shouldActivateDisabledStrategies, defaultStrategy } = asRecord(payload);
        return {
            enabled,
            shouldActivateDisabledStrategies: shouldActivateDisabledStrategies ?? false,
            defaultStrategy,
        };
    },
    write: (members, payload) => ({ ...asRecord(payload), enabled: members['enabled'] }),
};
