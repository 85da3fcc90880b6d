import type { EnvironmentEffect } from '../effects/effect.schemas.ts';
import type { MilestoneUsers } from './release-rehearsal.schemas.ts';

const UNMEASURED = {
    identities:
        'Rules use userId, sessionId or remoteAddress, which are pseudonymised in these contexts. Personas, or the permission to read traffic examples, show more.',
    'custom-strategies': 'A custom strategy decides, which only SDKs evaluate.',
} as const;

type FlagEffect = EnvironmentEffect['flags'][number];

/** Returns what an effect says about the users of one flag: nothing is a number unless it was measured. */
export function toMilestoneUsers(
    { population, evaluated, evaluatedBounds, trafficSince, missingTraffic, note }: EnvironmentEffect,
    { onAfter, offToOn, onToOff, bounds, unmeasured }: FlagEffect,
    { isUnchanged, isOn }: { isUnchanged: boolean; isOn: boolean },
): MilestoneUsers {
    const source = {
        population,
        evaluated,
        ...(evaluatedBounds && { evaluatedBounds }),
        ...(trafficSince && { trafficSince }),
        ...(missingTraffic && { missingTraffic }),
        ...(note !== undefined && { note }),
    };
    const nothing = { on: null, start: null, stop: null };
    const isMissing = population === 'traffic' && missingTraffic !== undefined;
    if (isMissing || (evaluated === 0 && !evaluatedBounds)) {
        return { state: 'no sample', reason: 'No contexts were evaluated.', ...source, ...nothing };
    }
    if (unmeasured) return { state: 'withheld', reason: UNMEASURED[unmeasured], ...source, ...nothing };
    // Nobody loses what nobody has.
    const canStop = isOn && !isUnchanged;
    const none = { atLeast: 0, below: 1 };
    return {
        state: bounds ? 'estimated' : 'counted',
        ...source,
        on: onAfter,
        start: isUnchanged ? 0 : offToOn,
        stop: canStop ? onToOff : 0,
        ...(bounds && {
            bounds: {
                on: bounds.onAfter,
                start: isUnchanged ? none : bounds.offToOn,
                stop: canStop ? bounds.onToOff : none,
            },
        }),
    };
}
