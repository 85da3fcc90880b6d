import { randomBytes } from 'node:crypto';
import type { Change } from '../../../changes/change.ts';
import { exceedsLimit, nameExists, notAllowed, notFound } from '../../../core/errors/errors.ts';
import { hashSecret } from '../../../identity/accounts/api-tokens/token-secret.ts';
import { getProject } from '../../catalogue/projects/project.queries.ts';
import {
    type EndpointAddress,
    type EndpointRow,
    getEndpoint,
    listEndpoints,
    listTokens,
    toEndpoint,
    toToken,
} from './signal-endpoint.queries.ts';
import type { NewSignalEndpoint, SignalToken } from './signal-endpoint.schemas.ts';
import { checkedRules, demandPermissions } from './signal-rules.ts';

export async function createEndpoint(
    change: Change,
    { project, ...input }: NewSignalEndpoint & { project: string },
): Promise<EndpointRow> {
    const { tx, now, actor, limits, record } = change;
    await getProject(tx, project);
    const existing = await listEndpoints(tx, project);
    if (existing.some(({ name }) => name === input.name)) throw nameExists(`Signal endpoint ${input.name}`);
    if (existing.length >= limits.signalEndpoints) {
        throw exceedsLimit('signal endpoints of a project', limits.signalEndpoints);
    }
    const row = await tx
        .insertInto('signal_endpoints')
        .values({
            ...(await contentOf(change, project, input)),
            ...{ project, created_by_user_id: actor.id, created_at: now },
        })
        .returningAll()
        .executeTakeFirstOrThrow();
    record({ type: 'signal-endpoint-created', project, data: toEndpoint(row) });
    return row;
}

/** Replaces an endpoint, except for its tokens. Its rules act for the user who saves them. */
export async function updateEndpoint(
    change: Change,
    { project, endpointId, ...input }: NewSignalEndpoint & EndpointAddress,
): Promise<EndpointRow> {
    const { tx, record } = change;
    const before = await getEndpoint(tx, { project, endpointId });
    const others = (await listEndpoints(tx, project)).filter(({ id }) => id !== endpointId);
    if (others.some(({ name }) => name === input.name)) throw nameExists(`Signal endpoint ${input.name}`);
    const row = await tx
        .updateTable('signal_endpoints')
        .set(await contentOf(change, project, input))
        .where('id', '=', endpointId)
        .returningAll()
        .executeTakeFirstOrThrow();
    record({ type: 'signal-endpoint-updated', project, preData: toEndpoint(before), data: toEndpoint(row) });
    return row;
}

export async function deleteEndpoint({ tx, record }: Change, address: EndpointAddress): Promise<void> {
    const endpoint = await getEndpoint(tx, address);
    await tx.deleteFrom('signal_endpoints').where('id', '=', endpoint.id).execute();
    record({ type: 'signal-endpoint-deleted', project: address.project, preData: toEndpoint(endpoint) });
}

/** A token triggers the rules, so its creator needs their permissions. */
export async function createSignalToken(
    change: Change,
    { name, ...address }: EndpointAddress & { name: string },
): Promise<SignalToken & { token: string }> {
    const { tx, now, actor, limits, record } = change;
    const { id, project, rules } = await getEndpoint(tx, address);
    demandPermissions(change, project, rules);
    const existing = await listTokens(tx, id);
    if (existing.some((token) => token.name === name)) throw nameExists(`Token ${name}`);
    if (existing.length >= limits.signalTokensPerEndpoint) {
        throw exceedsLimit('tokens of a signal endpoint', limits.signalTokensPerEndpoint);
    }
    const token = `signal.${randomBytes(28).toString('hex')}`;
    const row = await tx
        .insertInto('signal_tokens')
        .values({
            ...{ endpoint: id, name, secret_hash: hashSecret(token) },
            ...{ created_by_user_id: actor.id, created_at: now },
        })
        .returningAll()
        .executeTakeFirstOrThrow();
    record({ type: 'signal-endpoint-token-created', project, data: toToken(row) });
    return { ...toToken(row), token };
}

export async function deleteSignalToken(
    { tx, record }: Change,
    { tokenId, ...address }: EndpointAddress & { tokenId: number },
): Promise<void> {
    const { id, project } = await getEndpoint(tx, address);
    const token = (await listTokens(tx, id)).find((each) => each.id === tokenId);
    if (!token) throw notFound(`token ${tokenId} of signal endpoint ${id}`);
    await tx.deleteFrom('signal_tokens').where('id', '=', tokenId).execute();
    record({ type: 'signal-endpoint-token-deleted', project, preData: toToken(token) });
}

async function contentOf(change: Change, project: string, input: NewSignalEndpoint) {
    const { userId } = change.actor;
    if (userId === undefined) {
        throw notAllowed(
            'Signals act for a user or a service account. Save the endpoint as one of them, not with an admin token.',
        );
    }
    const { name, description = null, enabled = true, dryRun = false, rules = [] } = input;
    const checked = await checkedRules(change, project, rules);
    return { name, description, enabled, dry_run: dryRun, rules: JSON.stringify(checked), owner_id: userId };
}
