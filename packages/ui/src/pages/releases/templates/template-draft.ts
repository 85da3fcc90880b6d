import type { NewStrategy, Schemas } from '../../../api/types.ts';
import type { Draft } from '../../strategies/draft.ts';
import { newDraft, toBody } from '../../strategies/draft.ts';
import type { Condition } from '../conditions/condition.ts';
import { conditionProblem } from '../conditions/condition.ts';

export type Template = Schemas['releasePlanTemplate'];

/** In a template, the group is the name of the flag that gets the plan. */
export const FLAG_NAME = '{{featureName}}';

/** A milestone that is being edited. Its key is stable while milestones are added, moved and removed. */
export interface MilestoneDraft {
    key: string;
    name: string;
    strategies: Draft[];
    /** When the next milestone starts; undefined if somebody starts it. */
    condition?: Condition | undefined;
}

export interface TemplateDraft {
    name: string;
    description: string;
    milestones: MilestoneDraft[];
}

/** The mistake in a milestone and the way to correct it. */
export interface MilestoneProblems {
    name?: string | undefined;
    strategies?: string | undefined;
    condition?: string | undefined;
}

let keys = 0;

const nextKey = () => {
    keys += 1;
    return `milestone-${keys}`;
};

/** A strategy for a share of all users. */
export const rolloutDraft = (percentage: number, stickiness = 'default'): Draft => {
    const draft = newDraft(FLAG_NAME, stickiness);
    return { ...draft, parameters: { ...draft.parameters, rollout: String(percentage) } };
};

/** A new template has two steps, because one alone is not a release. */
export const newTemplate = (): TemplateDraft => ({
    name: '',
    description: '',
    milestones: [
        { key: nextKey(), name: '10%', strategies: [rolloutDraft(10)], condition: { intervalMinutes: 24 * 60 } },
        { key: nextKey(), name: 'Everyone', strategies: [rolloutDraft(100)] },
    ],
});

/** The content of a template, for its editor. */
export function templateDraft({ name, description, milestones }: Schemas['releasePlanTemplate']): TemplateDraft {
    return {
        name,
        description: description ?? '',
        // The service gives all milestones new ids whenever a template is saved, so their place is their identity.
        milestones: (milestones ?? []).map(({ name: milestone, strategies, transitionCondition }, place) => ({
            key: `saved-${place}`,
            name: milestone,
            // The service has validated the strategies.
            strategies: (strategies ?? []).map((strategy) => draftOfTemplate(strategy as unknown as NewStrategy)),
            condition: transitionCondition ?? undefined,
        })),
    };
}

export const draftOfTemplate = (strategy: NewStrategy): Draft => ({
    name: strategy.name,
    title: strategy.title ?? '',
    disabled: strategy.disabled ?? false,
    parameters: Object.fromEntries(
        Object.entries(strategy.parameters ?? {}).map(([name, value]) => [name, String(value)]),
    ),
    constraints: strategy.constraints ?? [],
    segments: strategy.segments ?? [],
    variants: strategy.variants ?? [],
});

/** A new milestone at the end starts as a copy of the one before it. */
export function withMilestone(milestones: readonly MilestoneDraft[]): MilestoneDraft[] {
    const last = milestones.at(-1);
    const strategies = last?.strategies.map((strategy) => structuredClone(strategy)) ?? [rolloutDraft(100)];
    return [...milestones, { key: nextKey(), name: '', strategies }];
}

export const withoutMilestone = (milestones: readonly MilestoneDraft[], key: string) =>
    milestones.filter((each) => each.key !== key);

/** Moves a milestone by one place. Conditions stay where they are: they are between two places. */
export function movedMilestone(milestones: readonly MilestoneDraft[], key: string, by: 1 | -1): MilestoneDraft[] {
    const from = milestones.findIndex((each) => each.key === key);
    const to = from + by;
    const [one, other] = [milestones[from], milestones[to]];
    if (!one || !other) return [...milestones];
    return milestones
        .with(from, { ...other, condition: one.condition })
        .with(to, { ...one, condition: other.condition });
}

export function problemsOfMilestones(milestones: readonly MilestoneDraft[]): Map<string, MilestoneProblems> {
    const problems = new Map<string, MilestoneProblems>();
    milestones.forEach(({ key, name, strategies, condition }, index) => {
        const isTaken = milestones.some((each) => each.key !== key && each.name.trim() === name.trim());
        const found = {
            name: name.trim() === '' ? 'Enter a name' : isTaken ? 'Another milestone has this name' : undefined,
            strategies: strategies.length === 0 ? 'Add a strategy: without one, nobody gets the feature' : undefined,
            condition: index < milestones.length - 1 && condition ? conditionProblem(condition) : undefined,
        };
        if (Object.values(found).some(Boolean)) problems.set(key, found);
    });
    return problems;
}

/** The request that saves a template. The last milestone has no condition. */
export const templateBody = ({ name, description, milestones }: TemplateDraft) => ({
    name: name.trim(),
    description: description.trim(),
    milestones: milestones.map((milestone, sortOrder) => ({
        name: milestone.name.trim(),
        sortOrder,
        strategies: milestone.strategies.map((strategy, position) => ({ ...toBody(strategy), sortOrder: position })),
        ...(milestone.condition && sortOrder < milestones.length - 1 && { transitionCondition: milestone.condition }),
    })),
});
