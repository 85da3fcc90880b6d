import { FLAG_MEMBERS } from '../../../core/flags/flag-members.ts';
import type { Segment } from '../../catalogue/segments/segment.schemas.ts';
import type { Tag } from '../../catalogue/tags/tag.schemas.ts';
import type { Dependency } from '../../flags/dependencies/dependency.schemas.ts';
import type { CurrentFlag } from '../../flags/reconcile/flag-state.ts';
import type { CurrentFlagState } from './current-state.ts';
import { type FlagDocument, SETTINGS, type SegmentDocument } from './file.schemas.ts';
import { toFilePlan } from './file-milestones.ts';
import { type NameOfSegment, toFileConstraints, toFileStrategy, toFileVariants } from './file-strategies.ts';

/** Functions that convert the current state into the file format: without ids, times and default values. */

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
