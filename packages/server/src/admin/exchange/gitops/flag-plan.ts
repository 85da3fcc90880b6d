import type { ProposedStep } from '../../../changes/proposable.ts';
import { HalyardError } from '../../../core/errors/errors.ts';
import { FILE_MEMBERS } from '../../../core/flags/flag-members.ts';
import { completeSettings } from '../../../core/flags/flag-settings.ts';
import { areSameDependencies, isSame, normalDependencies } from '../../../core/flags/normal-form.ts';
import { validateAt } from '../../../http/route/shape.ts';
import { tagOf } from '../../catalogue/tags/tag.commands.ts';
import { NewTag, type Tag } from '../../catalogue/tags/tag.schemas.ts';
import type { FlagState, RevertibleSettings } from '../../flags/reconcile/flag-state.ts';
import type { FlagTarget } from '../../flags/reconcile/flag-steps.ts';
import { FlagComparison, type FlagComparisonInput } from './comparison.ts';
import type { CurrentFlagState } from './current-state.ts';
import { environmentsOf } from './environment-plan.ts';
import { type FlagDocument, SETTINGS } from './file.schemas.ts';
import { toFileDependencies, toFileTags } from './file-form.ts';
import type { Planned, PlannedDifference, Problem } from './gitops.schemas.ts';
import { releasePlanSteps } from './release-plan-comparison.ts';

export interface FlagPlan {
    action: Planned['action'];
    differences: PlannedDifference[];
    problems: Problem[];
    /** The target state of the flag, from which the steps are computed. */
    target?: FlagTarget;
    /** The flag with the former name, which is archived. */
    leaving?: FlagTarget;
    tags?: { added: Tag[]; removed: Tag[] };
    /** The steps that change release plans. */
    releases?: ProposedStep[];
}

/** Returns the differences between a file and the current state. */
export function planFlag(input: FlagComparisonInput): FlagPlan {
    const { file, currentState, path, isMoving } = input;
    const now = currentState.flags.get(file.flag);
    const former = file.moved === undefined ? undefined : currentState.flags.get(file.moved);
    const refused = (message: string, at = '') => nothing([{ message, path: `${path}${at}` }]);
    if (now && now.current.project !== file.project) {
        return refused(
            `Flag ${file.flag} is in project ${now.current.project}. Put the file there, or move the flag first.`,
            '/project',
        );
    }
    if (file.archived) return isMoving ? nothing() : planArchived(file, now);
    if (now?.current.isArchived && file.archived === undefined) {
        return {
            ...refused(
                `Flag ${file.flag} was archived. Say "archived: true" to agree, or "archived: false" to bring it back.`,
            ),
            differences: [{ path: ['archived'], onService: true, isObserved: false }],
        };
    }
    if (file.moved === file.flag) return refused('A flag cannot move to its own name. Leave "moved" out.', '/moved');
    if (now && former && !former.current.isArchived) {
        return refused(
            `Both flag ${file.flag} and flag ${file.moved} exist, so one cannot be renamed to the other. Archive one, or leave "moved" out.`,
            '/moved',
        );
    }
    if (former && former.current.project !== file.project) {
        return refused(
            `Flag ${file.moved} is in another project, so it cannot be renamed to ${file.flag} here. Move it first.`,
            '/moved',
        );
    }
    try {
        return planPresent(input, now, former?.current.isArchived ? undefined : former);
    } catch (error) {
        // The document contains values that commands refuse, or unknown names.
        if (error instanceof HalyardError)
            return nothing(error.details.map(({ message, path: at = path }) => ({ message, path: at })));
        throw error;
    }
}

const nothing = (problems: Problem[] = []): FlagPlan => ({ action: 'none', differences: [], problems });

function planArchived({ flag }: FlagDocument, now: CurrentFlagState | undefined): FlagPlan {
    if (!now || now.current.isArchived) return nothing();
    return {
        action: 'archive',
        differences: [{ path: ['archived'], onService: false, inFile: true, isObserved: false }],
        problems: [],
        target: { name: flag, now: now.current, target: undefined },
    };
}

function planPresent(
    input: FlagComparisonInput,
    now: CurrentFlagState | undefined,
    former: CurrentFlagState | undefined,
): FlagPlan {
    const { file } = input;
    const isNew = !now && !former;
    // A revived or renamed flag keeps its configuration, except for members that the file owns.
    const base = now ?? former;
    const comparison = new FlagComparison(isNew, input.isObserved);
    const settings = settingsOf(comparison, file, { now, former });
    const tags = tagsOf(comparison, input, base?.tags ?? []);
    const dependencies = dependenciesOf(comparison, file, base?.current.dependencies ?? []);
    const environments = environmentsOf(input, comparison, base?.current);
    const releases = releasesOf(input, comparison, now);
    const state: FlagState = {
        project: file.project,
        settings,
        dependencies,
        environments,
    };
    const isMoving = !now && former !== undefined;
    const isRevived = now?.current.isArchived === true;
    const owned = comparison.differences.some(({ isObserved }) => !isObserved);
    const action = isNew ? 'create' : isMoving ? 'move' : isRevived ? 'revive' : owned ? 'change' : 'none';
    const differences = [
        ...(isNew || isMoving ? [presence(file, isMoving)] : []),
        ...(isRevived ? [{ path: ['archived'], onService: true, inFile: false, isObserved: false }] : []),
        ...comparison.differences,
    ];
    return {
        action,
        differences,
        problems: comparison.problems,
        ...(action !== 'none' && {
            target: {
                name: file.flag,
                now: now?.current,
                target: isMoving ? withoutStrategyIds(state) : state,
            },
        }),
        ...(isMoving && { leaving: { name: file.moved!, now: former!.current, target: undefined } }),
        ...(releases.length > 0 && { releases }),
        ...(isMoving || !isSame(toFileTags(tags), toFileTags(now?.tags ?? []))
            ? {
                  tags: {
                      added: tags,
                      removed: (now?.tags ?? []).filter((tag) => !tags.some((each) => isSame(each, tag))),
                  },
              }
            : {}),
    };
}

/** A plan does not move to another name of the flag: the file of the new name begins a new one. */
function releasesOf(
    input: FlagComparisonInput,
    comparison: FlagComparison,
    now: CurrentFlagState | undefined,
): ProposedStep[] {
    const { file, path } = input;
    return Object.entries(file.environments ?? {}).flatMap(([environment, { releasePlan: inFile }]) => {
        if (inFile === undefined) return [];
        const at = `${path}/environments/${environment}/releasePlan`;
        return releasePlanSteps({ input, comparison, environment, inFile, now: now?.plans.get(environment), at });
    });
}

const presence = ({ observed: _, ...content }: FlagDocument, isMoving: boolean): PlannedDifference => ({
    path: [],
    inFile: content,
    isObserved: false,
    ...(isMoving && { onService: { flag: content.moved } }),
});

/** Returns the state without the ids of strategies, so that they get new ones. */
const withoutStrategyIds = (state: FlagState): FlagState => ({
    ...state,
    environments: new Map(
        [...state.environments].map(([environment, { strategies, ...rest }]) => [
            environment,
            { ...rest, strategies: strategies.map(({ id: _, ...strategy }) => strategy) },
        ]),
    ),
});

/** Returns the settings with the changes of the file. Members that are not in files stay unchanged. */
function settingsOf(
    comparison: FlagComparison,
    file: FlagDocument,
    { now, former }: { now: CurrentFlagState | undefined; former: CurrentFlagState | undefined },
): RevertibleSettings {
    const base = (now ?? former)?.current;
    const before = base?.settings ?? { ...completeSettings({}, FILE_MEMBERS), stale: false };
    const differing = SETTINGS.filter((member) => {
        const [current, inFile] = [before[member], file[member]];
        if (inFile === undefined) return false;
        return comparison.takes([member], {
            isSame: isSame(current, inFile),
            shown: () => ({ onService: current, inFile }),
        });
    });
    // The age of the former flag is not the age of the new one.
    const stale = now ? before.stale : (base?.staleMark ?? false);
    return { ...before, stale, ...Object.fromEntries(differing.map((member) => [member, file[member]])) };
}

function tagsOf(comparison: FlagComparison, { file: { tags }, path }: FlagComparisonInput, before: Tag[]): Tag[] {
    if (tags === undefined) return before;
    const desired = tags.map((text, index) => {
        const at = text.indexOf(':');
        const tag = at === -1 ? { value: text } : { type: text.slice(0, at), value: text.slice(at + 1) };
        const exists = before.some((each) => isSame(each, tagOf(tag)));
        return tagOf(exists ? tag : validateAt(NewTag, tag, `${path.slice(1)}/tags/${index}`));
    });
    const [onService, inFile] = [toFileTags(before), [...new Set(toFileTags(desired))]];
    const isApplied = comparison.takes(['tags'], {
        isSame: isSame(onService, inFile),
        shown: () => ({ onService, inFile }),
    });
    return isApplied ? desired : before;
}

function dependenciesOf(comparison: FlagComparison, { dependsOn }: FlagDocument, before: FlagState['dependencies']) {
    if (dependsOn === undefined) return before;
    const desired = dependsOn.map(({ enabled = true, ...rest }) => ({ ...rest, enabled }));
    const isApplied = comparison.takes(['dependsOn'], {
        isSame: areSameDependencies(before, desired),
        shown: () => ({ onService: toFileDependencies(before), inFile: toFileDependencies(desired) }),
    });
    return isApplied ? normalDependencies(desired) : before;
}
