import { type CompiledFlag, compileFlagsInSteps, type FlagSet, type Runtime } from '@halyard/engine';
import type { Moment } from '../../../changes/moment.ts';
import { knownAt } from '../../../changes/past/known-at.ts';
import { type AdminActor, mayKnowOf } from '../../../core/access/actor.ts';
import { mapYielding, runInSlices, shouldYield, yieldToEventLoop } from '../../../core/concurrency/yielding.ts';
import { asciiLower } from '../../../core/text/ascii-case.ts';
import type { PastFlags } from '../../../snapshots/past.ts';
import type { Snapshots } from '../../../snapshots/snapshots.ts';
import type { Db } from '../../../storage/database.ts';
import { listFlagsOutside } from './playground.queries.ts';

/** An environment, current or past, with all requested flags, including flags that are not in the environment. */
export interface SelectedFlags {
    readonly environment: string;
    readonly flags: FlagSet;
    readonly selected: ReadonlyMap<string, CompiledFlag>;
}

/** The requested projects and the requested time. */
export interface FlagSelection {
    actor: AdminActor;
    projects: readonly string[] | '*';
    /** A part of the names, in any case. Undefined: all flags of the projects. */
    query?: string | undefined;
    /** Undefined: now. */
    moment: Moment | undefined;
    /** Proposed states of environments, which replace the current ones. */
    sets?: ReadonlyMap<string, FlagSet>;
    signal: AbortSignal;
}

type Sources = { db: Db; snapshots: Snapshots; pastFlags: PastFlags; runtime: Runtime };

export async function selectFlags(
    { db, snapshots, pastFlags, runtime }: Sources,
    environment: string,
    { actor, projects, query = '', moment, sets, signal }: FlagSelection,
): Promise<SelectedFlags> {
    const past = moment && (await pastFlags.at({ environment, revision: moment.revision }));
    const known = moment && (await knownAt(db, actor, moment.revision));
    const isVisible = oncePerProject(
        (project) => (projects === '*' || projects.includes(project)) && mayKnowOf(actor, project),
    );
    const text = asciiLower(query);
    const isSelected = (flag: FlagInProject) =>
        isVisible(flag) && (text === '' || asciiLower(flag.name).includes(text)) && (!known || known.flag(flag));
    const outside = (past ? await past.outside() : await listFlagsOutside(db, { environment })).filter(isSelected);
    const others = await runInSlices(
        compileFlagsInSteps(
            { features: outside.map((flag) => ({ ...flag, enabled: false, strategies: [] })) },
            runtime,
        ),
        signal,
    );
    const here =
        sets?.get(environment) ?? past?.flags ?? (await snapshots.find(environment)?.compiled(undefined))?.flags;
    const selected = new Map(others.flags.map((flag) => [flag.name, flag]));
    if (shouldYield()) await yieldToEventLoop();
    // Definitions that were published in the meantime take precedence.
    await mapYielding(here?.flags ?? [], (flag) => void (isSelected(flag) && selected.set(flag.name, flag)), signal);
    return { environment, flags: here ?? others, selected: selected };
}

type FlagInProject = { name: string; project: string };

function oncePerProject(decide: (project: string) => boolean): (flag: FlagInProject) => boolean {
    const decided = new Map<string, boolean>();
    return ({ project }) => {
        let answer = decided.get(project);
        if (answer === undefined) {
            answer = decide(project);
            decided.set(project, answer);
        }
        return answer;
    };
}
