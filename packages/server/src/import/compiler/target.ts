import type { ConstraintDefinition, VariantDefinition } from '@halyard/engine';
import type { RuleVerdict, Verdict } from './verdict.ts';

/** A strategy as the import command takes it, with its segments by name. */
export interface TargetStrategy {
    name: 'flexibleRollout' | 'importedRollout';
    title: string;
    disabled: boolean;
    parameters: Record<string, string>;
    constraints: ConstraintDefinition[];
    segments: string[];
    variants: Required<Pick<VariantDefinition, 'name' | 'weight' | 'weightType' | 'stickiness'>>[] &
        VariantDefinition[];
}

/** A flag of the source in one environment, as it is here. */
export interface TargetState {
    enabled: boolean;
    strategies: TargetStrategy[];
    /** How code reads it to get the source's answers: whether it is on, or its variant (as OFREP does, whichever it is). */
    reads: 'enabled' | 'variant';
    verdict: Verdict;
    rules: RuleVerdict[];
    notes: string[];
}
