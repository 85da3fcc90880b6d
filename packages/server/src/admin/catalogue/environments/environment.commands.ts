import type { Change } from '../../../changes/change.ts';
import { exceedsLimit, invalid, nameExists, notFound } from '../../../core/errors/errors.ts';
import { deleteToken } from '../../../identity/accounts/api-tokens/token.commands.ts';
import { clampApprovals } from '../approval-rules/approval-rules.ts';
import {
    countEnvironments,
    type EnvironmentRow,
    findEnvironment,
    getEnvironment,
    toEnvironment,
} from './environment.queries.ts';
import type { Environment, EnvironmentUpdate, NewEnvironment } from './environment.schemas.ts';

export async function createEnvironment(change: Change, input: NewEnvironment): Promise<Environment> {
    const { tx, record, limits } = change;
    if (await findEnvironment(tx, input.name)) throw nameExists(`Environment ${input.name}`);
    if ((await countEnvironments(tx)) >= limits.environments) throw exceedsLimit('environments', limits.environments);
    const row: EnvironmentRow = {
        name: input.name,
        type: input.type,
        enabled: input.enabled ?? true,
        protected: input.protected ?? false,
        sort_order: input.sortOrder ?? (await lastSortOrder(change)) + 1,
        required_approvals: defaultApprovals(input.requiredApprovals),
    };
    await tx.insertInto('environments').values(row).execute();
    const environment = toEnvironment(row);
    record({ type: 'environment-created', environment: row.name, data: environment });
    return environment;
}

const defaultApprovals = (requested: number | null | undefined) =>
    requested == null ? null : clampApprovals(requested);

async function lastSortOrder({ tx }: Change): Promise<number> {
    const row = await tx
        .selectFrom('environments')
        .select(({ fn }) => fn.max('sort_order').as('last'))
        .executeTakeFirstOrThrow();
    return row.last ?? 0;
}

export async function updateEnvironment(
    change: Change,
    { name, type, sortOrder, protected: isProtected, requiredApprovals }: EnvironmentUpdate & { name: string },
): Promise<Environment> {
    const before = await getEnvironment(change.tx, name);
    return saveEnvironment(change, before, {
        ...before,
        type: type ?? before.type,
        sort_order: sortOrder ?? before.sort_order,
        protected: isProtected ?? before.protected,
        required_approvals:
            requiredApprovals === undefined ? before.required_approvals : defaultApprovals(requiredApprovals),
    });
}

export async function setEnvironmentEnabled(
    change: Change,
    { name, enabled }: { name: string; enabled: boolean },
): Promise<void> {
    const before = await getEnvironment(change.tx, name);
    await saveEnvironment(change, before, { ...before, enabled });
}

/** Sets the display order of several environments. Nothing changes if one of them does not exist. */
export async function sortEnvironments(change: Change, order: Record<string, number>): Promise<void> {
    for (const [name, sort_order] of Object.entries(order)) {
        const before = await findEnvironment(change.tx, name);
        if (!before) throw notFound(`environment ${name}`);
        await saveEnvironment(change, before, { ...before, sort_order });
    }
}

async function saveEnvironment(
    { tx, record }: Change,
    before: EnvironmentRow,
    after: EnvironmentRow,
): Promise<Environment> {
    await tx.updateTable('environments').set(after).where('name', '=', before.name).execute();
    const environment = toEnvironment(after);
    record({
        type: 'environment-updated',
        environment: after.name,
        preData: toEnvironment(before),
        data: environment,
    });
    return environment;
}

/** Deletes an environment with the configuration of all flags in it and the tokens that were valid only there. */
export async function deleteEnvironment(change: Change, { name }: { name: string }): Promise<void> {
    const { tx, record } = change;
    const environment = await getEnvironment(tx, name);
    if (environment.protected) {
        throw invalid(`Environment ${name} is protected and cannot be deleted. Remove its protection first.`);
    }
    const tokens = await tx.selectFrom('api_tokens').select('id').where('environment', '=', name).execute();
    for (const { id } of tokens) await deleteToken(change, { token: String(id) });
    await tx.deleteFrom('environments').where('name', '=', name).execute();
    record({ type: 'environment-deleted', environment: name, preData: toEnvironment(environment) });
}
