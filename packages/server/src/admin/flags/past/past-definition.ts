import type { ConstraintDefinition } from '@halyard/engine';
import type { FlagSettings, PublishedMember } from '../../../core/flags/flag-members.ts';
import { withHidden } from '../../../publications/hidden.ts';
import type { StoredVariant } from '../../../storage/tables/strategies.ts';
import type { FeatureStrategy } from '../../catalogue/strategy-rules/strategy.schemas.ts';
import type { Dependency } from '../dependencies/dependency.schemas.ts';

export interface PastStrategy {
    /** Missing if it was not stored: decision 66. */
    id?: string;
    /** The milestone that was active and that the strategy belonged to. */
    milestoneId?: string;
    title?: string;
    disabled?: true;
    name: string;
    constraints: ConstraintDefinition[];
    parameters: Record<string, string>;
    variants: StoredVariant[];
    segments?: number[];
}

/** A published flag with the members hidden from SDKs. Written by `flagDefinitions`, so its shape is known. */
export interface PastDefinition extends Pick<FlagSettings, PublishedMember> {
    name: string;
    enabled: boolean;
    project: string;
    stale: boolean;
    strategies: PastStrategy[];
    variants: StoredVariant[];
    dependencies?: Dependency[];
}

/** Joins the two parts of a published flag. */
export const toPastDefinition = ({ json, hidden }: { json: string; hidden: string | undefined }) =>
    withHidden(json, hidden) as PastDefinition;

/** Uses the position as `sortOrder`, because the original numbers are not stored. */
export const toPastStrategy = (strategy: PastStrategy, sortOrder: number): FeatureStrategy => ({
    id: strategy.id ?? '',
    name: strategy.name,
    title: strategy.title ?? null,
    disabled: strategy.disabled ?? false,
    sortOrder,
    segments: strategy.segments ?? [],
    constraints: strategy.constraints.map((constraint) => ({
        ...constraint,
        values: [...(constraint.values ?? [])],
    })) as FeatureStrategy['constraints'],
    variants: strategy.variants as FeatureStrategy['variants'],
    parameters: strategy.parameters,
});
