import type { Change } from '../../changes/write.ts';
import { invalid, notFound } from '../../core/errors.ts';
import { addStrategy, updateStrategy } from '../strategies/strategy.commands.ts';
import { listStrategiesOf } from '../strategies/strategy.queries.ts';
import { type FlagAddress, findFlagEnvironment, getFlagOrArchived } from './flag.queries.ts';

export interface Switch {
    environment: string;
    enabled: boolean;
    /** When all strategies are disabled: enable them, rather than add another one. */
    shouldActivateDisabledStrategies?: boolean;
}

/** Turns a flag on or off in one environment. A flag that is on has an enabled strategy: one is added if need be. */
export async function setFlagEnabled(change: Change, input: FlagAddress & Switch): Promise<void> {
    const { tx, record } = change;
    const { project, name, environment, enabled } = input;
    const flag = await getFlagOrArchived(tx, { project, name });
    if (flag.archived_at !== null) throw invalid(`Flag ${name} is archived. Revive it first.`);
    const before = await findFlagEnvironment(tx, name, environment);
    if (!before) throw notFound(`environment ${environment} for flag ${name}`);
    if (enabled) await ensureStrategy(change, input);
    if (before.enabled === enabled) return;
    await tx
        .updateTable('flag_environments')
        .set({ enabled })
        .where('flag', '=', name)
        .where('environment', '=', environment)
        .execute();
    record({
        type: enabled ? 'feature-environment-enabled' : 'feature-environment-disabled',
        project,
        featureName: name,
        environment,
    });
}

async function ensureStrategy(
    change: Change,
    { project, name, environment, shouldActivateDisabledStrategies }: FlagAddress & Switch,
): Promise<void> {
    const place = { project, featureName: name, environment };
    const strategies = await listStrategiesOf(change.tx, name, environment);
    if (strategies.some(({ disabled }) => !disabled)) return;
    if (shouldActivateDisabledStrategies && strategies.length > 0) {
        for (const { id, name: _, sortOrder: __, ...configuration } of strategies) {
            await updateStrategy(change, { ...configuration, ...place, strategyId: id, disabled: false });
        }
        return;
    }
    const { disabled: _, ...strategy } = (await findDefaultStrategy(change, place)) ?? { name: 'flexibleRollout' };
    await addStrategy(change, { ...strategy, ...place });
}

async function findDefaultStrategy({ tx }: Change, { project, environment }: { project: string; environment: string }) {
    const row = await tx
        .selectFrom('project_environments')
        .select('default_strategy')
        .where('project', '=', project)
        .where('environment', '=', environment)
        .executeTakeFirst();
    return row?.default_strategy;
}

/** Turns several flags on or off: all of them, or none when one cannot be. */
export async function setFlagsEnabled(
    change: Change,
    { project, names, ...wanted }: { project: string; names: readonly string[] } & Switch,
): Promise<void> {
    for (const name of new Set(names)) await setFlagEnabled(change, { project, name, ...wanted });
}
