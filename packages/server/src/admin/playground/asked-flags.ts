import { compileFlagsInSteps, type Flag, type Runtime } from '@halyard/engine';
import { type AdminActor, mayKnowOf } from '../../core/actor.ts';
import { runInSlices } from '../../core/in-slices.ts';
import type { Snapshots } from '../../snapshots/snapshots.ts';
import type { Db } from '../../storage/database.ts';
import type { Explained } from './explanations.ts';
import { listFlagsOutside } from './playground.queries.ts';

/** An environment as it is now, with all flags that somebody asks for, also those that it does not have. */
export interface AskedEnvironment extends Explained {
    readonly asked: ReadonlyMap<string, Flag>;
}

/** Whose flags are wanted. */
export interface Wanted {
    actor: AdminActor;
    projects: readonly string[] | '*';
    hasLeft: () => boolean;
}

type Sources = { db: Db; snapshots: Snapshots; runtime: Runtime };

export async function askedEnvironment(
    { db, snapshots, runtime }: Sources,
    environment: string,
    { actor, projects, hasLeft }: Wanted,
): Promise<AskedEnvironment> {
    const wanted = new Map<string, boolean>();
    const isWanted = ({ project }: { project: string }) => {
        let answer = wanted.get(project);
        if (answer === undefined) {
            answer = (projects === '*' || projects.includes(project)) && mayKnowOf(actor, project);
            wanted.set(project, answer);
        }
        return answer;
    };
    const outside = (await listFlagsOutside(db, environment)).filter(isWanted);
    const others = await runInSlices(
        compileFlagsInSteps(
            { features: outside.map((flag) => ({ ...flag, enabled: false, strategies: [] })) },
            runtime,
        ),
        hasLeft,
    );
    const here = await snapshots.find(environment)?.compiled(undefined);
    const asked = new Map(others.flags.map((flag) => [flag.name, flag]));
    // What was published meanwhile has the last word.
    for (const flag of here?.flags.flags ?? []) if (isWanted(flag)) asked.set(flag.name, flag);
    return { environment, flags: here?.flags ?? others, asked };
}
