import { randomBytes } from 'node:crypto';
import type { Change } from '../../../changes/change.ts';
import { ROLE_ID } from '../../../core/access/permissions.ts';
import { invalid } from '../../../core/errors/errors.ts';
import { enqueueMail } from '../../accounts/mail/mail-queue.ts';
import { insertUser } from '../../accounts/users/user.commands.ts';
import type { UserRow } from '../../accounts/users/user.queries.ts';
import { getSignupTokenRow, getUsableSignupToken, type SignupTokenRow } from './invite-link.queries.ts';
import type { NewSignupToken, Signup, SignupTokenUpdate } from './invite-link.schemas.ts';

/** Returns the secret of the new token. */
export async function createSignupToken(
    { tx, record, now, actor }: Change,
    { name, expiresAt }: NewSignupToken,
): Promise<string> {
    const row: SignupTokenRow = {
        secret: randomBytes(16).toString('hex'),
        name,
        enabled: true,
        expires_at: limitExpiry(now, expiresAt),
        created_by: actor.name,
        created_at: now,
    };
    await tx.insertInto('signup_tokens').values(row).execute();
    record({ type: 'public-signup-token-created', data: toEventData(row) });
    return row.secret;
}

export async function updateSignupToken(
    { tx, record, now }: Change,
    { token, enabled, expiresAt }: SignupTokenUpdate & { token: string },
): Promise<void> {
    const before = await getSignupTokenRow(tx, token);
    const after = {
        ...before,
        enabled: enabled ?? before.enabled,
        expires_at: expiresAt === undefined ? before.expires_at : limitExpiry(now, expiresAt),
    };
    await tx
        .updateTable('signup_tokens')
        .set({ enabled: after.enabled, expires_at: after.expires_at })
        .where('secret', '=', token)
        .execute();
    record({ type: 'public-signup-token-updated', preData: toEventData(before), data: toEventData(after) });
}

/**
 * Creates a Viewer for a sign-up with an invite link. Without a password, a mail to the address lets its owner choose one. With a
 * password, the address is unverified until its owner proves it.
 */
export async function signUp(
    change: Change,
    { token, ...input }: Omit<Signup, 'password'> & { token: string; passwordHash?: string },
): Promise<{ user: UserRow; mailId: number | undefined }> {
    const { tx, record, now } = change;
    const link = await getUsableSignupToken(tx, token, now);
    // The owner of that address would later be matched to this user.
    if (input.username?.includes('@') && input.username !== input.email) {
        throw invalid('A username cannot be an e-mail address. Choose another, or leave it out.', '/body/username');
    }
    const isMailed = input.passwordHash === undefined;
    if (isMailed && input.email.trim() === '') {
        throw invalid(
            'Enter your e-mail address: you choose your password with a link that is sent to it.',
            '/body/email',
        );
    }
    const user = await insertUser(change, { ...input, rootRole: ROLE_ID.viewer, unproven: true });
    const mailId = isMailed
        ? await enqueueMail(tx, { kind: 'welcome', userId: user.id, address: user.email!, now })
        : undefined;
    await tx.insertInto('signup_token_users').values({ secret: link.secret, user_id: user.id }).execute();
    record({ type: 'public-signup-token-user-added', data: { ...toEventData(link), userId: user.id } });
    return { user, mailId };
}

/** Anyone can use the link, so it must not stay valid if it is forgotten. */
function limitExpiry(now: string, requested: string): string {
    const latest = new Date(now);
    latest.setUTCMonth(latest.getUTCMonth() + 1);
    return new Date(Math.min(Date.parse(requested), latest.getTime())).toISOString();
}

/** Without the secret, so that readers of the audit log cannot sign up. */
const toEventData = ({ name, enabled, expires_at, created_at }: SignupTokenRow) => ({
    name,
    enabled,
    expiresAt: expires_at,
    createdAt: created_at,
});
