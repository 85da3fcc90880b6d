import type { Change } from '../../changes/write.ts';
import { invalid, notFound } from '../../core/errors.ts';
import { chunked } from '../../storage/chunked.ts';
import { findProjectEnvironment } from '../projects/project.queries.ts';
import { addStrategies, enableStrategies } from '../strategies/strategy.commands.ts';
import { listStrategies } from '../strategies/strategy.queries.ts';
import { type FlagAddress, getFlagsOrArchived } from './flag.queries.ts';

export interface Switch {
    environment: string;
    enabled: boolean;
    /** When all strategies are disabled: enable them, rather than add another one. */
    shouldActivateDisabledStrategies?: boolean;
}

interface FlagsOfProject {
    project: string;
    names: readonly string[];
}

/** Turns a flag on or off in one environment. */
export async function setFlagEnabled(change: Change, { name, ...wanted }: FlagAddress & Switch): Promise<void> {
    await setFlagsEnabled(change, { names: [name], ...wanted });
}

/**
 * Turns flags on or off in one environment: all of them, or none when one cannot be.
 * A flag that is on has an enabled strategy: one is added if need be.
 */
export async function setFlagsEnabled(change: Change, input: FlagsOfProject & Switch): Promise<void> {
    const { tx, record } = change;
    const { project, environment, enabled } = input;
    const names = [...new Set(input.names)];
    const flags = await getFlagsOrArchived(tx, project, names);
    const archived = flags.find(({ archived_at }) => archived_at !== null);
    if (archived) throw invalid(`Flag ${archived.name} is archived. Revive it first.`);
    const states = await statesOf(change, environment, names);
    const absent = names.find((name) => !states.has(name));
    if (absent !== undefined) throw notFound(`environment ${environment} for flag ${absent}`);
    if (enabled) await ensureStrategies(change, { ...input, names });
    const differing = names.filter((name) => states.get(name) !== enabled);
    for (const chunk of chunked(differing)) {
        await tx
            .updateTable('flag_environments')
            .set({ enabled })
            .where('flag', 'in', chunk)
            .where('environment', '=', environment)
            .execute();
    }
    const type = enabled ? 'feature-environment-enabled' : 'feature-environment-disabled';
    for (const featureName of differing) record({ type, project, featureName, environment });
}

/** Whether each of these flags is on in the environment; a flag that does not have it is missing. */
export async function statesOf(
    { tx }: Change,
    environment: string,
    flags: readonly string[],
): Promise<Map<string, boolean>> {
    const states = new Map<string, boolean>();
    for (const chunk of chunked(flags)) {
        const rows = await tx
            .selectFrom('flag_environments')
            .select(['flag', 'enabled'])
            .where('flag', 'in', chunk)
            .where('environment', '=', environment)
            .execute();
        for (const { flag, enabled } of rows) states.set(flag, enabled);
    }
    return states;
}

/** Sees to it that each of these flags has an enabled strategy. */
async function ensureStrategies(
    change: Change,
    { project, names, environment, shouldActivateDisabledStrategies }: FlagsOfProject & Switch,
): Promise<void> {
    const existing = await listStrategies(change.tx, names, environment);
    const strategiesOf = (name: string) => existing.get(name)?.get(environment) ?? [];
    const idle = names.filter((name) => strategiesOf(name).every(({ disabled }) => disabled));
    const isRevived = (name: string) => shouldActivateDisabledStrategies && strategiesOf(name).length > 0;
    const placed = idle
        .filter(isRevived)
        .flatMap((featureName) => strategiesOf(featureName).map((strategy) => ({ featureName, strategy })));
    await enableStrategies(change, { project, environment, placed });
    const lacking = idle.filter((name) => !isRevived(name));
    if (lacking.length === 0) return;
    const ofProject = await findProjectEnvironment(change.tx, project, environment);
    const { disabled: _, ...strategy } = ofProject?.default_strategy ?? { name: 'flexibleRollout' };
    const wanted = lacking.map((featureName) => ({ ...strategy, featureName }));
    await addStrategies(change, { project, environment, wanted, existing });
}
