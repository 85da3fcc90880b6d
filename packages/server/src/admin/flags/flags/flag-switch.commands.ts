import type { Change } from '../../../changes/change.ts';
import { conflict, invalid, notFound } from '../../../core/errors/errors.ts';
import { chunked } from '../../../storage/chunked.ts';
import type { Db, Tx } from '../../../storage/database.ts';
import { prepared } from '../../../storage/prepared.ts';
import { findProjectEnvironment } from '../../catalogue/projects/project.queries.ts';
import type { NewStrategy } from '../../catalogue/strategy-rules/strategy.schemas.ts';
import { listPlans } from '../release-plans/release-plan.queries.ts';
import { startFirstMilestone } from '../release-plans/start-milestone.ts';
import { addStrategies, enableStrategies } from '../strategies/strategy.commands.ts';
import { listStrategies, type StrategiesByFlag } from '../strategies/strategy.queries.ts';
import { type FlagAddress, noSuchFlag } from './flag.queries.ts';

export interface Switch {
    environment: string;
    enabled: boolean;
    /** If all strategies are disabled: enable them instead of adding another one. */
    shouldActivateDisabledStrategies?: boolean;
    /** The strategy to add if required, instead of the default strategy of the project; null: no strategy may be added. */
    defaultStrategy?: NewStrategy | null;
}

interface FlagsOfProject {
    project: string;
    names: readonly string[];
}

/** Turns a flag on or off in one environment. */
export async function setFlagEnabled(change: Change, { name, ...options }: FlagAddress & Switch): Promise<void> {
    await setFlagsEnabled(change, { names: [name], ...options });
}

/**
 * Turns flags on or off in one environment: all of them, or none if one fails.
 * A flag that is on must have an enabled strategy: one is added if required.
 */
export async function setFlagsEnabled(change: Change, input: FlagsOfProject & Switch): Promise<void> {
    const { tx, record } = change;
    const { project, environment, enabled } = input;
    const names = [...new Set(input.names)];
    const withMilestones = true;
    const [flags, plans, existing] = await Promise.all([
        flagsWithState(tx, { project, names, environment }),
        enabled ? listPlans(tx, names, environment) : [],
        enabled ? listStrategies(tx, names, environment, { withMilestones }) : undefined,
    ]);
    const archived = flags.find(({ archived_at }) => archived_at !== null);
    if (archived) throw invalid(`Flag ${archived.name} is archived. Restore it first.`);
    const absent = flags.find((flag) => flag.enabled === null);
    if (absent) throw notFound(`environment ${environment} for flag ${absent.name}`);
    if (existing) {
        const waiting = plans.filter((plan) => plan.active_milestone_id === null);
        for (const plan of waiting) await startFirstMilestone(change, { project, plan });
        const after =
            waiting.length === 0 ? existing : await listStrategies(tx, names, environment, { withMilestones });
        const released = new Set(plans.map(({ flag }) => flag));
        await ensureStrategies(change, { ...input, names, existing: after, released });
    }
    const differing = flags.filter((flag) => flag.enabled !== enabled).map(({ name }) => name);
    for (const chunk of chunked(differing)) {
        await storeEnabled(tx, { enabled, names: chunk, environment });
    }
    const type = enabled ? 'feature-environment-enabled' : 'feature-environment-disabled';
    for (const featureName of differing) record({ type, project, featureName, environment });
}

export const storeEnabled = prepared(
    (tx: Tx, { enabled, names, environment }: { enabled: boolean; names: readonly string[]; environment: string }) =>
        tx
            .updateTable('flag_environments')
            .set({ enabled })
            .where('flag', 'in', names)
            .where('environment', '=', environment),
);

/** Returns these flags in their order, with `enabled` in the environment; null if the flag does not exist there. */
async function flagsWithState(db: Db, { project, names, environment }: FlagsOfProject & { environment: string }) {
    const flags = new Map<string, Awaited<ReturnType<typeof flagsIn>>[number]>();
    for (const chunk of chunked(names)) {
        for (const flag of await flagsIn(db, { names: chunk, environment })) flags.set(flag.name, flag);
    }
    return names.map((name) => {
        const flag = flags.get(name);
        if (flag?.project !== project) throw noSuchFlag({ project, name });
        return flag;
    });
}

const flagsIn = prepared((db: Db, { names, environment }: { names: readonly string[]; environment: string }) =>
    db
        .selectFrom('flags')
        .leftJoin('flag_environments', (join) =>
            join
                .onRef('flag_environments.flag', '=', 'flags.name')
                .on('flag_environments.environment', '=', environment),
        )
        .select(['flags.name', 'flags.project', 'flags.archived_at', 'flag_environments.enabled'])
        .where('flags.name', 'in', names),
);

/** Returns whether each of these flags is on in the environment. Flags that do not exist there are omitted. */
export async function statesOf(
    { tx }: Change,
    environment: string,
    flags: readonly string[],
): Promise<Map<string, boolean>> {
    const states = new Map<string, boolean>();
    for (const chunk of chunked(flags)) {
        for (const { flag, enabled } of await statesIn(tx, { names: chunk, environment })) states.set(flag, enabled);
    }
    return states;
}

const statesIn = prepared((db: Db, { names, environment }: { names: readonly string[]; environment: string }) =>
    db
        .selectFrom('flag_environments')
        .select(['flag', 'enabled'])
        .where('flag', 'in', names)
        .where('environment', '=', environment),
);

/** Ensures that each of these flags has an enabled strategy. */
async function ensureStrategies(
    change: Change,
    {
        project,
        names,
        environment,
        existing,
        released,
        shouldActivateDisabledStrategies,
        defaultStrategy,
    }: FlagsOfProject & Switch & { existing: StrategiesByFlag; released: ReadonlySet<string> },
): Promise<void> {
    const strategiesOf = (name: string) => existing.get(name)?.get(environment) ?? [];
    const idle = names.filter((name) => strategiesOf(name).every(({ disabled }) => disabled));
    const withoutAny = idle.find((name) => released.has(name));
    if (withoutAny !== undefined) {
        throw invalid(
            `All strategies of the active milestone of flag ${withoutAny} in ${environment} are disabled. Enable one of them, or start another milestone.`,
        );
    }
    const isRevived = (name: string) => shouldActivateDisabledStrategies && strategiesOf(name).length > 0;
    const placed = idle
        .filter(isRevived)
        .flatMap((featureName) => strategiesOf(featureName).map((strategy) => ({ featureName, strategy })));
    await enableStrategies(change, { project, environment, placed });
    const lacking = idle.filter((name) => !isRevived(name));
    if (lacking.length === 0) return;
    if (defaultStrategy === null) {
        throw conflict(`Flag ${lacking[0]} has no enabled strategy in ${environment}. Add or enable one first.`);
    }
    const template =
        defaultStrategy ?? (await findProjectEnvironment(change.tx, project, environment))?.default_strategy;
    const strategy: NewStrategy = template ?? { name: 'flexibleRollout' };
    const additions = lacking.map((featureName) => ({ ...strategy, id: undefined, disabled: false, featureName }));
    await addStrategies(change, { project, environment, proposed: additions, existing });
}
