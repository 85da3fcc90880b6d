import { isDeepStrictEqual } from 'node:util';
import type { Change } from '../../../changes/change.ts';
import { withPermissionCheck } from '../../../changes/with-permission-check.ts';
import { mayKnowOf } from '../../../core/access/actor.ts';
import { exceedsLimit, invalid, nameExists } from '../../../core/errors/errors.ts';
import { projectOf } from '../../../core/events/event-projects.ts';
import { requestedToken } from './requested-token.ts';
import { mayMakeToken } from './token.access.ts';
import { countTokens, findKnownToken, type TokenRow, toApiToken } from './token.queries.ts';
import type { ApiToken, CreatedApiToken, ImportedApiToken, NewApiToken } from './token.schemas.ts';
import { demandLifetimeWithin } from './token-lifetime.ts';
import {
    hashSecret,
    INITIAL,
    isLongEnough,
    MIN_SECRET_LENGTH,
    newTokenSecret,
    scopeInSecret,
    type TokenScope,
    visiblePart,
} from './token-secret.ts';

export const createToken = withPermissionCheck(mayMakeToken, makeToken);

async function makeToken(change: Change, input: NewApiToken): Promise<CreatedApiToken> {
    const { tx, limits } = change;
    if ((await countTokens(tx)) >= limits.apiTokens) throw exceedsLimit('API tokens', limits.apiTokens);
    const { type, scope: requested } = requestedToken(input);
    const scope = await checkedScope(change, type, requested);
    const expiresAt = input.expiresAt === undefined ? null : new Date(input.expiresAt).toISOString();
    const secret = newTokenSecret(scope);
    const row = await insertToken(change, { secret, name: input.tokenName, type, scope, expiresAt });
    const { seenAt: _, createdBy: __, ...token } = toApiToken(row);
    return { ...token, secret, type: input.type.toLowerCase() };
}

/** Creates tokens with secrets that the operator configured; does nothing if tokens already exist. */
export async function createInitialTokens(
    change: Change,
    secrets: readonly { secret: string; type: TokenRow['type'] }[],
): Promise<void> {
    if ((await countTokens(change.tx)) > 0) return;
    for (const { secret, type } of secrets) {
        const scope = scopeInSecret(secret);
        if (!scope) throw invalid(`A token of type ${type} must look like project:environment.secret.`);
        if (!isLongEnough(secret)) {
            throw invalid(
                `The secret of a token of type ${type}, the part after project:environment., has fewer than ${MIN_SECRET_LENGTH} characters. Use a longer, random secret.`,
            );
        }
        await insertToken(change, {
            secret,
            name: INITIAL,
            type,
            scope: await checkedScope(change, type, scope),
            expiresAt: null,
        });
    }
}

/** Ensures that a backend token with this secret exists. */
export async function ensureToken(
    change: Change,
    { secret, ...scope }: TokenScope & { secret: string },
): Promise<void> {
    const { tx, limits } = change;
    const checked = await checkedScope(change, 'client', scope);
    const hash = hashSecret(secret);
    const known = await tx.selectFrom('api_tokens').select('id').where('secret_hash', '=', hash).executeTakeFirst();
    if (known) return;
    if ((await countTokens(tx)) >= limits.apiTokens) throw exceedsLimit('API tokens', limits.apiTokens);
    await insertToken(change, { secret, name: 'edge', type: 'client', scope: checked, expiresAt: null });
}

/** Imports a token with its secret, so that applications only need another URL. An existing token stays unchanged. */
export async function importToken(change: Change, input: ImportedApiToken): Promise<ApiToken> {
    const { tx, limits } = change;
    const { secret, tokenName: name } = input;
    if (!isLongEnough(secret)) {
        throw invalid(
            `The part of the secret after project:environment. has fewer than ${MIN_SECRET_LENGTH} characters and can be guessed. Create a new token.`,
            '/body/secret',
        );
    }
    const { type, scope: requested } = requestedToken(input);
    const scope = await checkedScope(change, type, requested);
    const known = await tx
        .selectFrom('api_tokens')
        .selectAll()
        .where('secret_hash', '=', hashSecret(secret))
        .executeTakeFirst();
    if (known) {
        const isSame =
            known.type === type &&
            known.environment === scope.environment &&
            isDeepStrictEqual(known.projects.toSorted(), scope.projects.toSorted());
        if (isSame) return toApiToken(known);
        throw nameExists(`A token with this secret, called ${known.name} and valid elsewhere,`);
    }
    if ((await countTokens(tx)) >= limits.apiTokens) throw exceedsLimit('API tokens', limits.apiTokens);
    const expiresAt = input.expiresAt === undefined ? null : new Date(input.expiresAt).toISOString();
    return toApiToken(await insertToken(change, { secret, name, type, scope, expiresAt }));
}

async function insertToken(
    { tx, record, now, actor }: Change,
    token: { secret: string; name: string; type: TokenRow['type']; scope: TokenScope; expiresAt: string | null },
): Promise<TokenRow> {
    if (token.type === 'admin') demandLifetimeWithin(actor, token.expiresAt);
    const row = await tx
        .insertInto('api_tokens')
        .values({
            secret_hash: hashSecret(token.secret),
            visible: visiblePart(token.secret),
            name: token.name,
            type: token.type,
            environment: token.scope.environment,
            projects: JSON.stringify(token.scope.projects),
            created_by: actor.name,
            created_by_user_id: actor.personId ?? null,
            created_at: now,
            expires_at: token.expiresAt,
            seen_at: null,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
    record({ type: 'api-token-created', ...coordinates(row), data: toApiToken(row) });
    return row;
}

/** Sets the expiry of a token. An unknown token is not an error: nothing changes. */
export async function setTokenExpiry(
    { tx, record, actor }: Change,
    { token, expiresAt }: { token: string; expiresAt: string },
): Promise<void> {
    const before = await findKnownToken(tx, actor, token);
    if (!before) return;
    const after = { ...before, expires_at: new Date(expiresAt).toISOString() };
    if (before.type === 'admin') demandLifetimeWithin(actor, after.expires_at);
    await tx.updateTable('api_tokens').set({ expires_at: after.expires_at }).where('id', '=', before.id).execute();
    record({
        type: 'api-token-updated',
        ...coordinates(after),
        preData: withoutUse(before),
        data: withoutUse(after),
    });
}

export async function deleteToken({ tx, record, actor }: Change, { token }: { token: string }): Promise<void> {
    const row = await findKnownToken(tx, actor, token);
    if (!row) return;
    await tx.deleteFrom('api_tokens').where('id', '=', row.id).execute();
    record({ type: 'api-token-deleted', ...coordinates(row), preData: withoutUse(row) });
}

/** Removes a deleted project from all tokens, and deletes tokens that were valid only there. */
export async function removeProjectFromTokens(change: Change, { project }: { project: string }): Promise<void> {
    const { tx, record } = change;
    const tokens = await tx.selectFrom('api_tokens').selectAll().orderBy('id').execute();
    for (const before of tokens.filter(({ projects }) => projects.includes(project))) {
        const projects = before.projects.filter((name) => name !== project);
        if (projects.length === 0) {
            await deleteToken(change, { token: String(before.id) });
            continue;
        }
        const after = { ...before, projects };
        await tx
            .updateTable('api_tokens')
            .set({ projects: JSON.stringify(projects) })
            .where('id', '=', before.id)
            .execute();
        record({
            type: 'api-token-updated',
            // The event contains the name of the deleted project, which not everyone who sees the other projects may know.
            ...coordinates(before),
            preData: withoutUse(before),
            data: withoutUse(after),
        });
    }
}

/** The time of the last use is a measurement, not a part of the changed data. */
function withoutUse(row: TokenRow) {
    const { seenAt: _, ...token } = toApiToken(row);
    return token;
}

const coordinates = (row: TokenRow) => ({ project: projectOf(row.projects), environment: row.environment });

async function checkedScope({ tx, actor }: Change, type: TokenRow['type'], scope: TokenScope): Promise<TokenScope> {
    const projects = scope.projects.includes('*') ? ['*'] : [...new Set(scope.projects)];
    const { environment } = scope;
    if (type === 'admin') {
        if (projects[0] !== '*' || environment !== '*') {
            throw invalid('An admin token is valid everywhere: omit projects and environment, or set them to *.');
        }
        return { projects, environment };
    }
    if (environment === '*') {
        throw invalid(`A token of type ${type} is valid in one environment: select it.`, '/body/environment');
    }
    const exists = await tx
        .selectFrom('environments')
        .select('name')
        .where('name', '=', environment)
        .executeTakeFirst();
    if (!exists) throw invalid(`There is no environment ${environment}.`, '/body/environment');
    if (projects[0] === '*') return { projects, environment };
    const rows = await tx.selectFrom('projects').select('id').where('id', 'in', projects).execute();
    const known = new Set(rows.map(({ id }) => id).filter((id) => mayKnowOf(actor, id)));
    const missing = projects.find((project) => !known.has(project));
    if (missing !== undefined) throw invalid(`There is no project ${missing}.`, '/body/projects');
    return { projects, environment };
}
