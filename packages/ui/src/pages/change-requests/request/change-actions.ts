import { isRecord } from '@halyard/engine';
import type { Schemas } from '../../../api/types.ts';
import { listed } from '../../../components/text/listed.ts';
import { type Condition, describeCondition } from '../../releases/conditions/condition.ts';

type ActionName = Schemas['proposedStep']['action'];

/** The description of a change, if possible with its state before and after. */
export interface ChangeDescription {
    title: string;
    before: string[];
    after: string[];
}

interface DescribedChange {
    payload: Record<string, unknown>;
    snapshot: unknown;
    strategy: (value: unknown) => string[];
    /** The name of the segment. */
    name: string;
}

/** The presentation of an action of change requests. */
interface ChangeAction {
    words: (change: DescribedChange) => Partial<ChangeDescription> & { title: string };
    /** The effect on one strategy of the flag, whose id and content are in the payload. */
    strategy?: 'added' | 'changed' | 'removed';
    /** The description of the change where it is a side effect of others. */
    sideEffect?: string;
    /** A few words with the name of the flag. */
    brief?: (flag: string, payload: Record<string, unknown>) => string;
}

const CHANGE_ACTIONS: Record<ActionName, ChangeAction> = {
    updateEnabled: {
        words: ({ payload, strategy }) => ({
            title: payload['enabled'] ? 'Turn on' : 'Turn off',
            after: strategy(payload['defaultStrategy']),
        }),
        sideEffect: 'The flag is turned off too, because no strategy is left.',
        brief: (flag, { enabled }) => `turn ${flag} ${enabled === true ? 'on' : 'off'}`,
    },
    addStrategy: {
        words: ({ payload, strategy }) => ({ title: 'Add a strategy', after: strategy(payload) }),
        strategy: 'added',
        sideEffect: 'The default strategy is added too, because the flag has no strategy.',
    },
    updateStrategy: {
        words: ({ payload, snapshot, strategy }) => ({
            title: 'Change a strategy',
            before: strategy(snapshot),
            after: strategy(payload),
        }),
        strategy: 'changed',
    },
    deleteStrategy: {
        words: ({ snapshot, strategy }) => ({ title: 'Remove a strategy', before: strategy(snapshot) }),
        strategy: 'removed',
    },
    reorderStrategy: { words: () => ({ title: 'Reorder the strategies' }) },
    patchVariant: {
        words: ({ payload, snapshot }) => ({
            title: 'Change the variants',
            before: variantsIn(snapshot),
            after: variantsIn(payload['variants']),
        }),
    },
    changeFeatureEnvSafeguard: {
        words: ({ payload }) => ({ title: 'Change the safeguard', after: safeguardIn(payload['safeguard']) }),
    },
    changeReleasePlanSafeguard: { words: () => ({ title: 'Change a safeguard of the release' }) },
    deleteReleasePlanSafeguard: { words: () => ({ title: 'Remove a safeguard of the release' }) },
    deleteFeatureEnvSafeguard: { words: () => ({ title: 'Remove the safeguard' }) },
    decideExperiment: {
        words: ({ payload }) => ({ title: `Decide an experiment: ship ${payload['variant']}` }),
        brief: (flag, { variant }) => `ship ${variant} of ${flag}`,
    },
    createFeature: { words: () => ({ title: 'Create the flag' }) },
    updateFeature: { words: () => ({ title: 'Change the settings of the flag' }) },
    archiveFeature: { words: () => ({ title: 'Archive the flag' }) },
    reviveFeature: { words: () => ({ title: 'Restore the flag' }) },
    addDependency: {
        words: ({ payload }) => ({
            title: `Make it depend on ${payload['feature']}${payload['enabled'] === false ? ' being off' : ''}`,
        }),
    },
    deleteDependency: { words: () => ({ title: 'Remove the dependency' }) },
    updateTags: {
        words: ({ payload }) => ({
            title: 'Change the tags',
            before: tagsIn('Remove', payload['removedTags']),
            after: tagsIn('Add', payload['addedTags']),
        }),
    },
    addSegment: { words: ({ name }) => ({ title: `Create segment ${name}` }) },
    updateSegment: { words: ({ name }) => ({ title: `Change segment ${name}` }) },
    deleteSegment: { words: ({ name }) => ({ title: `Delete segment ${name}` }) },
    addReleasePlan: {
        words: () => ({ title: 'Add a release plan' }),
        strategy: 'added',
        brief: (flag) => `release ${flag} in steps`,
    },
    deleteReleasePlan: { words: () => ({ title: 'Remove the release plan' }) },
    startMilestone: {
        words: ({ payload, snapshot }) => ({
            title: `Start milestone ${milestoneIn(snapshot, payload['milestoneId'])}`,
        }),
    },
    updateMilestoneStrategy: {
        words: ({ payload, strategy }) => ({ title: 'Change a strategy of a milestone', after: strategy(payload) }),
    },
    changeMilestoneProgression: {
        words: ({ payload }) => ({
            title: 'Change when the next milestone starts',
            after: [`The next milestone starts ${describeCondition(payload['transitionCondition'] as Condition)}.`],
        }),
    },
    deleteMilestoneProgression: {
        words: () => ({ title: 'Change when the next milestone starts', after: ['Somebody starts it.'] }),
    },
    resumeMilestoneProgression: { words: () => ({ title: 'Resume the release' }) },
    updateChangeRequestConfig: { words: () => ({ title: 'Change the approval rules' }) },
};

/** Undefined: an action of a newer service. */
export const changeAction = (action: string): ChangeAction | undefined =>
    Object.hasOwn(CHANGE_ACTIONS, action) ? CHANGE_ACTIONS[action as ActionName] : undefined;

/** The name of a milestone in the plan as it was when the change was proposed. */
function milestoneIn(plan: unknown, id: unknown): string {
    const milestones = isRecord(plan) && Array.isArray(plan['milestones']) ? plan['milestones'] : [];
    const milestone = milestones.filter(isRecord).find((each) => each['id'] === id);
    return milestone ? `“${String(milestone['name'])}”` : '';
}

function variantsIn(value: unknown): string[] {
    const variants = Array.isArray(value) ? value.filter(isRecord) : [];
    if (variants.length === 0) return ['No variants.'];
    const shares = variants.map(({ name, weight }) => `${String(name)} ${Number(weight) / 10}%`);
    return [`Split into ${listed(shares)}.`];
}

function safeguardIn(value: unknown): string[] {
    if (!isRecord(value) || !isRecord(value['impactMetric']) || !isRecord(value['triggerCondition'])) return [];
    const { metricName, aggregationMode, timeRange } = value['impactMetric'];
    const { operator, threshold } = value['triggerCondition'];
    return [
        `Turn the flag off if ${aggregationMode} of ${metricName} in the last ${timeRange} ${operator} ${threshold}.`,
    ];
}

function tagsIn(verb: string, value: unknown): string[] {
    const tags = Array.isArray(value) ? value.filter(isRecord) : [];
    return tags.map((tag) => `${verb} ${String(tag['type'] ?? 'simple')}:${String(tag['value'])}.`);
}
