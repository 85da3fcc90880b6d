import { type Draft, newDraft } from '../../strategies/draft.ts';
import { type MilestoneDraft, templateBody } from '../templates/template-draft.ts';

/** The shares of users of a gradual rollout, in percent. */
export const GRADUAL_SHARES = [1, 10, 50, 100] as const;

export const GRADUAL_INTERVALS = {
    hour: { label: 'Every hour', minutes: 60 },
    day: { label: 'Every day', minutes: 24 * 60 },
    week: { label: 'Every week', minutes: 7 * 24 * 60 },
    hand: { label: 'When somebody advances it', minutes: undefined },
} as const;

export type GradualInterval = keyof typeof GRADUAL_INTERVALS;

interface GradualInput {
    featureName: string;
    stickiness: string;
    interval: GradualInterval;
    /** The users of all milestones: the constraints and segments of a strategy; undefined for everyone. */
    audience?: Draft | undefined;
}

/** A plan that needs no template: the same users and more with each milestone. */
export function gradualPlan({ featureName, stickiness, interval, audience }: GradualInput) {
    const { minutes } = GRADUAL_INTERVALS[interval];
    const base = audience ?? newDraft(featureName, stickiness);
    const milestones = GRADUAL_SHARES.map((share): MilestoneDraft => {
        const strategy = { ...base, parameters: { ...base.parameters, rollout: String(share) } };
        return {
            key: String(share),
            name: share === 100 ? 'Everyone' : `${share}%`,
            strategies: [strategy],
            condition: minutes === undefined ? undefined : { type: 'time', intervalMinutes: minutes },
        };
    });
    const { description: _none, ...plan } = templateBody({ name: 'Gradual rollout', description: '', milestones });
    return plan;
}
