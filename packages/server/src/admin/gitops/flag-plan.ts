import { HalyardError, invalid } from '../../core/errors.ts';
import type { CurrentFlag, EnvironmentState, FlagState } from '../revert/flag-state.ts';
import type { FlagTarget } from '../revert/revert-steps.ts';
import { tagOf } from '../tags/tag.commands.ts';
import type { Tag } from '../tags/tag.schemas.ts';
import { toFileDependencies, toFileStrategy, toFileTags, toFileVariants } from './file-form.ts';
import {
    type Difference,
    type FileEnvironment,
    type FlagDocument,
    type Planned,
    type Problem,
    SETTINGS,
} from './gitops.schemas.ts';
import { isSame, normalDependencies, normalStrategy, normalVariants } from './normal-form.ts';
import { toVariants, wantedStrategies } from './wanted-strategies.ts';
import type { FlagNow, World } from './world.ts';

/** What a flag is to be of which nothing is there yet. */
const NOTHING: EnvironmentState = { enabled: false, variants: [], strategies: [] };

type Settings = Record<(typeof SETTINGS)[number], unknown>;

export interface FlagPlan {
    action: Planned['action'];
    differences: Difference[];
    problems: Problem[];
    /** For the steps that flags are put back with. */
    target?: FlagTarget;
    /** The one that it replaces. */
    leaving?: FlagTarget;
    /** What it says of itself then, where that differs. */
    settings?: Settings & { owner?: unknown };
    tags?: { added: Tag[]; removed: Tag[] };
}

export interface Asked {
    file: FlagDocument;
    world: World;
    isObserved: (member: string) => boolean;
    segmentId: (name: string, path: string) => number;
    segmentName: (id: number) => string;
    /** Of the document in the request. */
    path: string;
}

/** What a file asks for that is not so. */
export function planFlag(asked: Asked): FlagPlan {
    const { file, world, path } = asked;
    const now = world.flags.get(file.flag);
    const former = file.moved === undefined ? undefined : world.flags.get(file.moved);
    const refused = (message: string, at = '') => nothing([{ message, path: `${path}${at}` }]);
    if (now && now.current.project !== file.project) {
        return refused(
            `Flag ${file.flag} is in project ${now.current.project}. Put the file there, or move the flag first.`,
            '/project',
        );
    }
    if (file.archived) return archived(file, now);
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

/** Collects differences, and says of each whether the file is to be followed. */
class Comparison {
    readonly differences: Difference[] = [];
    readonly problems: Problem[] = [];
    readonly #isObserved: (member: string) => boolean;
    readonly #isNew: boolean;

    constructor(isNew: boolean, isObserved: (member: string) => boolean) {
        this.#isNew = isNew;
        this.#isObserved = isObserved;
    }

    /** Whether to take what the file says. Both sides are shown as a file says them. */
    takes(path: string[], sides: { isSame: boolean; onService: unknown; inFile: unknown }): boolean {
        const isObserved = !this.#isNew && this.#isObserved(path.at(-1)!);
        if (!sides.isSame && !this.#isNew) {
            this.differences.push({ path, onService: sides.onService, inFile: sides.inFile, isObserved });
        }
        return !sides.isSame && !isObserved;
    }
}

function planned(asked: Asked, now: FlagNow | undefined, former: FlagNow | undefined): FlagPlan {
    const { file } = asked;
    const isNew = !now && !former;
    // A flag that comes back, or under another name, is what it was, except for what the file owns.
    const base = now ?? former;
    const comparison = new Comparison(isNew, asked.isObserved);
    const settings = settingsOf(comparison, file, base);
    const tags = tagsOf(comparison, file, base?.tags ?? []);
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

const presence = ({ observed: _, ...said }: FlagDocument, isMoving: boolean): Difference => ({
    path: [],
    inFile: said,
    isObserved: false,
    ...(isMoving && { onService: { flag: said.moved } }),
});

/** What it has, under ids of its own. */
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

function settingsOf(comparison: Comparison, file: FlagDocument, base: FlagNow | undefined) {
    const before: Settings = {
        ...INITIAL,
        ...base?.settings,
        // What a person said; without a word its age decides.
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

/** What is not said when a flag is created. */
const needsMore = ({ stale, valueType, codeDefault }: Settings) =>
    stale !== null || valueType !== null || codeDefault !== null;

function tagsOf(comparison: Comparison, { tags }: FlagDocument, before: Tag[]): Tag[] {
    if (tags === undefined) return before;
    const wanted = tags.map((text) => {
        const at = text.indexOf(':');
        return tagOf(at === -1 ? { value: text } : { type: text.slice(0, at), value: text.slice(at + 1) });
    });
    const [onService, inFile] = [toFileTags(before), [...new Set(toFileTags(wanted))]];
    return comparison.takes(['tags'], { isSame: isSame(onService, inFile), onService, inFile }) ? wanted : before;
}

function dependenciesOf(comparison: Comparison, { dependsOn }: FlagDocument, before: FlagState['dependencies']) {
    if (dependsOn === undefined) return before;
    const wanted = dependsOn.map(({ enabled = true, ...rest }) => ({ ...rest, enabled }));
    const sides = {
        isSame: isSame(normalDependencies(before), normalDependencies(wanted)),
        onService: toFileDependencies(before),
        inFile: toFileDependencies(wanted),
    };
    return comparison.takes(['dependsOn'], sides) ? normalDependencies(wanted) : before;
}

function environmentsOf(
    asked: Asked,
    comparison: Comparison,
    before: CurrentFlag | undefined,
): FlagState['environments'] {
    const { file, world, path } = asked;
    const states: FlagState['environments'] = new Map(before?.environments);
    for (const [environment, said] of Object.entries(file.environments ?? {})) {
        const at = `${path}/environments/${environment}`;
        if (!world.projects.get(file.project)!.environments.has(environment)) {
            throw invalid(
                `Project ${file.project} has no environment ${environment}. Add it to the project, or leave it out.`,
                at,
            );
        }
        const now = states.get(environment) ?? NOTHING;
        states.set(environment, stateOf(asked, comparison, { environment, said, now, at }));
    }
    return states;
}

interface InEnvironment {
    environment: string;
    said: FileEnvironment;
    now: EnvironmentState;
    at: string;
}

function stateOf(
    asked: Asked,
    comparison: Comparison,
    { environment, said, now, at }: InEnvironment,
): EnvironmentState {
    const place = ['environments', environment];
    const { enabled = now.enabled } = said;
    const isTaken =
        said.enabled !== undefined &&
        comparison.takes([...place, 'enabled'], {
            isSame: enabled === now.enabled,
            onService: now.enabled,
            inFile: enabled,
        });
    const state = {
        enabled: isTaken ? enabled : now.enabled,
        strategies: strategiesOf(asked, comparison, { environment, said, now, at }),
        variants: variantsOf(comparison, { environment, said, now, at }),
    };
    if (state.enabled && said.strategies && state.strategies.every(({ disabled }) => disabled)) {
        comparison.problems.push({
            message: `${asked.file.flag} is on in ${environment}, and a flag that is on has an enabled strategy. Keep one, leave "strategies" out, or turn it off.`,
            path: `${at}/strategies`,
        });
    }
    return state;
}

function strategiesOf(
    { file, world, segmentId, segmentName }: Asked,
    comparison: Comparison,
    { environment, said, now, at }: InEnvironment,
) {
    if (said.strategies === undefined) return now.strategies;
    const wanted = wantedStrategies(said.strategies, now.strategies, {
        flag: file.flag,
        stickiness: world.projects.get(file.project)!.stickiness,
        segmentId,
        path: `${at}/strategies`,
    });
    const shown = (strategies: typeof wanted) => strategies.map((strategy) => toFileStrategy(strategy, segmentName));
    const isTaken = comparison.takes(['environments', environment, 'strategies'], {
        isSame: isSame(now.strategies.map(normalStrategy), wanted.map(normalStrategy)),
        onService: shown(now.strategies),
        inFile: shown(wanted),
    });
    return isTaken ? wanted : now.strategies;
}

function variantsOf(comparison: Comparison, { environment, said, now, at }: InEnvironment) {
    if (said.variants === undefined) return now.variants;
    const wanted = toVariants(said.variants, `${at}/variants`);
    const isTaken = comparison.takes(['environments', environment, 'variants'], {
        isSame: isSame(normalVariants(now.variants), normalVariants(wanted)),
        onService: toFileVariants(now.variants),
        inFile: toFileVariants(wanted),
    });
    return isTaken ? wanted : now.variants;
}
