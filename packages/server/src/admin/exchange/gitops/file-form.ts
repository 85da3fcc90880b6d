import { FLAG_MEMBERS } from '../../../core/flags/flag-members.ts';
import type { StoredConstraint, StoredVariant } from '../../../storage/tables/strategies.ts';
import type { Segment } from '../../catalogue/segments/segment.schemas.ts';
import type { Tag } from '../../catalogue/tags/tag.schemas.ts';
import type { Dependency } from '../../flags/dependencies/dependency.schemas.ts';
import type { PastStrategy } from '../../flags/past/past-definition.ts';
import type { CurrentFlag } from '../../flags/reconcile/flag-state.ts';
import type { CurrentFlagState } from './current-state.ts';
import { type FlagDocument, SETTINGS, type SegmentDocument } from './gitops.schemas.ts';
import { toFilePlan } from './release-plan-comparison.ts';

/** Functions that convert the current state into the file format: without ids, times and default values. */

const toConstraint = ({ contextName, operator, caseInsensitive, inverted, values = [], value }: StoredConstraint) => ({
    contextName,
    operator,
    ...(values.length > 0 && { values }),
    ...(value && { value }),
    ...(inverted && { inverted }),
    ...(caseInsensitive && { caseInsensitive }),
});

export const toFileConstraints = (constraints: readonly StoredConstraint[]) => constraints.map(toConstraint);

export const toFileVariants = (variants: readonly StoredVariant[]) =>
    variants.map(({ name, weight, weightType, stickiness, payload, overrides = [] }) => ({
        name,
        ...(weightType === 'fix' && { weight }),
        ...(stickiness !== 'default' && { stickiness }),
        ...(payload && { payload }),
        ...(overrides.length > 0 && { overrides }),
    }));

/** Converts a parameter to a number only if the number has the same text. */
const toParameter = (text: string) => (/^(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : text);

export type NameOfSegment = (id: number) => string;

export const toFileStrategy = (strategy: PastStrategy, nameOf: NameOfSegment) => {
    const { name, title, disabled, parameters, constraints, variants, segments = [] } = strategy;
    return {
        name,
        ...(title && { title }),
        ...(disabled && { disabled }),
        ...(Object.keys(parameters).length > 0 && {
            parameters: Object.fromEntries(Object.entries(parameters).map(([key, text]) => [key, toParameter(text)])),
        }),
        ...(constraints.length > 0 && { constraints: toFileConstraints(constraints as readonly StoredConstraint[]) }),
        ...(segments.length > 0 && { segments: segments.map(nameOf) }),
        ...(variants.length > 0 && { variants: toFileVariants(variants) }),
    };
};

export const toFileTags = (tags: readonly Tag[]) => tags.map(({ type, value }) => `${type}:${value}`).sort();

export const toFileDependencies = (dependencies: readonly Dependency[]) =>
    dependencies.map(({ feature, enabled, variants = [] }) => ({
        feature,
        ...(!enabled && { enabled }),
        ...(variants.length > 0 && { variants }),
    }));

const STALE_MARK = { default: null, inFiles: 'unless default' };

const toFileSettings = ({ settings, staleMark }: CurrentFlag) =>
    Object.fromEntries(
        SETTINGS.flatMap((member) => {
            const value = member === 'stale' ? staleMark : settings[member];
            const { default: initial, inFiles } = member === 'stale' ? STALE_MARK : FLAG_MEMBERS[member];
            return value !== initial || inFiles === 'always' ? [[member, value]] : [];
        }),
    ) as Pick<FlagDocument, (typeof SETTINGS)[number]>;

/** Returns the complete file of a flag that is not archived. */
export function toFlagFile(
    name: string,
    { current, tags, plans }: CurrentFlagState,
    nameOf: NameOfSegment,
): FlagDocument {
    return {
        flag: name,
        project: current.project,
        ...toFileSettings(current),
        ...(tags.length > 0 && { tags: toFileTags(tags) }),
        ...(current.dependencies.length > 0 && { dependsOn: toFileDependencies(current.dependencies) }),
        environments: Object.fromEntries(
            [...current.environments].map(([environment, { enabled, isOnByPlan, strategies, variants }]) => [
                environment,
                {
                    // A file may be applied without its plan: a flag without one must not be on for everyone.
                    ...(!isOnByPlan && { enabled }),
                    strategies: strategies.map((strategy) => toFileStrategy(strategy, nameOf)),
                    ...(variants.length > 0 && { variants: toFileVariants(variants) }),
                    ...(plans.has(environment) && { releasePlan: toFilePlan(plans.get(environment)!, nameOf) }),
                },
            ]),
        ),
    };
}

export const toSegmentFile = ({ name, description, project, constraints }: Segment): SegmentDocument => ({
    segment: name,
    ...(project !== null && { project }),
    ...(description !== null && { description }),
    constraints: toFileConstraints(constraints),
});
