import { asRecord } from '../../../core/json/is-record.ts';
import type { Event } from '../../observations/events/event.schemas.ts';
import { describeEvaluation } from '../../releases/notifications/describe-evaluation.ts';

/** Returns lines about an event of a release or an experiment, for messages: the plan with its milestones, or what was found. */
export function releaseDetails({ type, data, preData }: Pick<Event, 'type' | 'data' | 'preData'>): string[] {
    const plan = asRecord(data ?? preData);
    switch (type) {
        case 'release-plan-added':
        case 'release-plan-removed':
        case 'release-plan-template-created':
        case 'release-plan-template-updated':
            return [`${nameOf(plan)}: ${milestonesOf(plan)}`];
        case 'release-plan-template-archived':
        case 'release-plan-template-deleted':
        case 'release-plan-progressions-paused':
        case 'release-plan-progressions-resumed':
            return [nameOf(plan)];
        case 'release-plan-milestone-started': {
            const before = asRecord(preData)['milestoneName'];
            const milestone = String(plan['milestoneName'] ?? '');
            return [`${nameOf(plan)}: ${typeof before === 'string' ? `${before} → ` : ''}${milestone}`];
        }
        case 'release-plan-completed':
            return [`${nameOf(plan)}: ${String(plan['milestoneName'] ?? '')} is the last milestone`];
        case 'safeguard-held':
            return [`Held: ${String(plan['hold'])}`, describeEvaluation(plan)];
        case 'safeguard-triggered':
            return [ACTIONS[String(asRecord(plan['action'])['type'])] ?? 'Harm was shown', describeEvaluation(plan)];
        case 'experiment-result-found':
        case 'experiment-sample-ratio-mismatch':
            return [`${nameOf(plan)}: ${String(plan['message'])}`];
        default:
            return [];
    }
}

const ACTIONS: Record<string, string> = {
    pauseReleasePlanProgressions: 'Harm was shown: the release is paused',
    returnToPreviousMilestone: 'Harm was shown: the release went back to the previous milestone',
    disableFeatureEnvironment: 'Harm was shown: the flag was turned off',
};

const nameOf = ({ name }: Record<string, unknown>) => (typeof name === 'string' ? name : 'Release');

function milestonesOf({ milestones }: Record<string, unknown>): string {
    const names = Array.isArray(milestones) ? milestones.map((milestone) => String(asRecord(milestone)['name'])) : [];
    return names.slice(0, MAX_NAMES).join(' → ') + (names.length > MAX_NAMES ? ' …' : '');
}

const MAX_NAMES = 12;
