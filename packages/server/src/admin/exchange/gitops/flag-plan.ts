import { HalyardError } from '../../../core/errors/errors.ts';
import { inShape } from '../../../http/route/shape.ts';
import { tagOf } from '../../catalogue/tags/tag.commands.ts';
import { NewTag, type Tag } from '../../catalogue/tags/tag.schemas.ts';
import type { FlagSettings } from '../../flags/flags/flag-members.ts';
import type { FlagState } from '../../governance/revert/flag-state.ts';
import type { FlagTarget } from '../../governance/revert/revert-steps.ts';
import { FlagComparison, type FlagComparisonInput } from './comparison.ts';
import type { FlagNow } from './current-state.ts';
import { environmentsOf } from './environment-plan.ts';
import { toFileDependencies, toFileTags } from './file-form.ts';
import { type FlagDocument, type Planned, type PlannedDifference, type Problem, SETTINGS } from './gitops.schemas.ts';
import { isSame, normalDependencies } from './normal-form.ts';

type Settings = Record<(typeof SETTINGS)[number], unknown>;

export interface FlagPlan {
    action: Planned['action'];
    differences: PlannedDifference[];
    problems: Problem[];
    /** For the steps that flags are put back with. */
    target?: FlagTarget;
    /** The one that it replaces. */
    leaving?: FlagTarget;
    /** The changed settings. */
    settings?: Settings & { owner?: unknown };
    tags?: { added: Tag[]; removed: Tag[] };
}

/** The differences between a file and the current state. */
export function planFlag(asked: FlagComparisonInput): FlagPlan {
    const { file, world, path, isMoving } = asked;
    const now = world.flags.get(file.flag);
    const former = file.moved === undefined ? undefined : world.flags.get(file.moved);
    const refused = (message: string, at = '') => nothing([{ message, path: `${path}${at}` }]);
    if (now && now.current.project !== file.project) {
        return refused(
            `Flag ${file.flag} is in project ${now.current.project}. Put the file there, or move the flag first.`,
            '/project',
        );
    }
    if (file.archived) return isMoving ? nothing() : archived(file, now);
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
            `Both ${file.flag} and ${file.moved} are there, so one cannot become the other. Archive one, or leave "moved" out.`,
            '/moved',
        );
    }
    if (former && former.current.project !== file.project) {
        return refused(`Flag ${file.moved} is in another project, and cannot become ${file.flag} here.`, '/moved');
    }
    try {
        return planned(asked, now, former?.current.isArchived ? undefined : former);
    } catch (error) {
        // What commands would refuse, and what names nothing.
        if (error instanceof HalyardError)
            return nothing(error.details.map(({ message, path: at = path }) => ({ message, path: at })));
        throw error;
    }
}

const nothing = (problems: Problem[] = []): FlagPlan => ({ action: 'none', differences: [], problems });

function archived({ flag }: FlagDocument, now: FlagNow | undefined): FlagPlan {
    if (!now || now.current.isArchived) return nothing();
    return {
        action: 'archive',
        differences: [{ path: ['archived'], onService: false, inFile: true, isObserved: false }],
        problems: [],
        target: { name: flag, now: now.current, target: undefined },
    };
}

function planned(asked: FlagComparisonInput, now: FlagNow | undefined, former: FlagNow | undefined): FlagPlan {
    const { file } = asked;
    const isNew = !now && !former;
    // A flag that comes back, or under another name, is what it was, except for what the file owns.
    const base = now ?? former;
    const comparison = new FlagComparison(isNew, asked.isObserved);
    const settings = settingsOf(comparison, file, base);
    const tags = tagsOf(comparison, asked, base?.tags ?? []);
    const dependencies = dependenciesOf(comparison, file, base?.current.dependencies ?? []);
    const environments = environmentsOf(asked, comparison, base?.current);
    const state: FlagState = {
        project: file.project,
        // Only for a flag that is created: everything else is a step of its own.
        settings: {
            type: String(settings.wanted.type),
            description: settings.wanted.description as string | null,
            impressionData: settings.wanted.impressionData === true,
            stale: false,
            valueType: null,
            codeDefault: null,
        },
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
                target: isMoving ? anew(state) : { ...state, settings: now?.current.settings ?? state.settings },
            },
        }),
        ...(isMoving && { leaving: { name: file.moved!, now: former!.current, target: undefined } }),
        ...((settings.differs || isMoving) && {
            settings: {
                ...settings.wanted,
                ...(isMoving && former!.settings.owner && { owner: former!.settings.owner }),
            },
        }),
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

const presence = ({ observed: _, ...said }: FlagDocument, isMoving: boolean): PlannedDifference => ({
    path: [],
    inFile: said,
    isObserved: false,
    ...(isMoving && { onService: { flag: said.moved } }),
});

/** Its strategies with new ids. */
const anew = (state: FlagState): FlagState => ({
    ...state,
    environments: new Map(
        [...state.environments].map(([environment, { strategies, ...rest }]) => [
            environment,
            { ...rest, strategies: strategies.map(({ id: _, ...strategy }) => strategy) },
        ]),
    ),
});

const INITIAL: Settings = {
    description: null,
    type: 'release',
    impressionData: false,
    stale: null,
    valueType: null,
    codeDefault: null,
};

function settingsOf(comparison: FlagComparison, file: FlagDocument, base: FlagNow | undefined) {
    // Who owns a flag is not the file's to say.
    const { owner: _, ...said }: Partial<FlagSettings> = base?.settings ?? {};
    const before: Settings = {
        ...INITIAL,
        ...said,
        // The decision of a person; otherwise the age of the flag decides.
        stale: base?.current.staleMark ?? null,
    };
    const wanted = { ...before };
    let differs = false;
    for (const member of SETTINGS) {
        const inFile = file[member];
        if (inFile === undefined) continue;
        // That a flag is stale by its age is as good as said.
        const held = member === 'stale' ? (base?.current.settings.stale ?? false) : before[member];
        if (!comparison.takes([member], { isSame: isSame(held, inFile), onService: held, inFile })) continue;
        wanted[member] = inFile;
        differs = true;
    }
    return { wanted, differs: differs && (base !== undefined || needsMore(wanted)) };
}

/** Settings that cannot be set at creation. */
const needsMore = ({ stale, valueType, codeDefault }: Settings) =>
    stale !== null || valueType !== null || codeDefault !== null;

function tagsOf(comparison: FlagComparison, { file: { tags }, path }: FlagComparisonInput, before: Tag[]): Tag[] {
    if (tags === undefined) return before;
    const wanted = tags.map((text, index) => {
        const at = text.indexOf(':');
        const tag = at === -1 ? { value: text } : { type: text.slice(0, at), value: text.slice(at + 1) };
        const isThere = before.some((each) => isSame(each, tagOf(tag)));
        return tagOf(isThere ? tag : inShape(NewTag, tag, `${path.slice(1)}/tags/${index}`));
    });
    const [onService, inFile] = [toFileTags(before), [...new Set(toFileTags(wanted))]];
    return comparison.takes(['tags'], { isSame: isSame(onService, inFile), onService, inFile }) ? wanted : before;
}

function dependenciesOf(comparison: FlagComparison, { dependsOn }: FlagDocument, before: FlagState['dependencies']) {
    if (dependsOn === undefined) return before;
    const wanted = dependsOn.map(({ enabled = true, ...rest }) => ({ ...rest, enabled }));
    const sides = {
        isSame: isSame(normalDependencies(before), normalDependencies(wanted)),
        onService: toFileDependencies(before),
        inFile: toFileDependencies(wanted),
    };
    return comparison.takes(['dependsOn'], sides) ? normalDependencies(wanted) : before;
}
