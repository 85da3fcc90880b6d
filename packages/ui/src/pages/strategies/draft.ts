import type { Constraint, NewStrategy, Strategy, StrategyVariant } from '../../api/types.ts';
import { differences } from '../../components/diff/differences.ts';

/** A strategy that is being edited. */
export interface Draft {
    name: string;
    title: string;
    disabled: boolean;
    parameters: Record<string, string>;
    constraints: Constraint[];
    segments: number[];
    variants: StrategyVariant[];
}

/** Creates a draft. Without a flag, the group is empty, so that each flag that gets the strategy uses its own group. */
export function newDraft(flag: string | undefined, stickiness: string): Draft {
    return {
        name: 'flexibleRollout',
        title: '',
        disabled: false,
        parameters: { rollout: '100', stickiness, ...(flag !== undefined && { groupId: flag }) },
        constraints: [],
        segments: [],
        variants: [],
    };
}

export function draftOf(strategy: Strategy): Draft {
    return {
        name: strategy.name,
        title: strategy.title ?? '',
        disabled: strategy.disabled ?? false,
        parameters: strategy.parameters,
        // Responses have the same members as requests, but with any string as operator.
        constraints: strategy.constraints as Constraint[],
        segments: strategy.segments,
        variants: strategy.variants as StrategyVariant[],
    };
}

export function toBody({ title, ...draft }: Draft): NewStrategy {
    return { ...draft, title: title.trim() || null };
}

export const differ = (one: Draft, other: Draft) => differences(toBody(one), toBody(other)).length > 0;

/** Applies the edits of a draft to the current state. Untouched members follow the server. */
export function rebase(draft: Draft, base: Draft, now: Draft): Draft {
    const touched = Object.entries(draft).filter(
        // The keys of a draft are its members.
        ([member, value]) => differences(base[member as keyof Draft], value).length > 0,
    );
    return { ...now, ...Object.fromEntries(touched) };
}
