import type { ConstraintDefinition, VariantDefinition } from '@halyard/engine';
import type { RuleVerdict, Verdict } from './verdict.ts';

/** A strategy in the format of the import command, with its segments by name. */
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

/** A flag of the source in one environment, as it is imported. */
export interface TargetState {
    enabled: boolean;
    strategies: TargetStrategy[];
    /** How code must read the flag to get the results of the source: whether it is on, or its variant (OFREP supports both). */
    reads: 'enabled' | 'variant';
    verdict: Verdict;
    rules: RuleVerdict[];
    notes: string[];
}
