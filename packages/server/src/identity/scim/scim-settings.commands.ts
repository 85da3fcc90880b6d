import { randomBytes } from 'node:crypto';
import { changeSetting } from '../../admin/instance/settings.ts';
import type { Change } from '../../changes/write.ts';
import type { Db } from '../../storage/database.ts';
import { hashSecret } from '../api-tokens/token-secret.ts';
import { NO_SCIM, SCIM_PREFIX, type StoredScim } from './stored-scim.ts';

export async function setScimEnabled(change: Change, { enabled }: { enabled: boolean }): Promise<void> {
    const before = await readScim(change.tx);
    await changeSetting(change, { name: 'scim', content: { ...before, enabled } });
}

/** Returns the new token; the one before it works no longer. */
export async function replaceScimToken(change: Change): Promise<string> {
    const secret = `${SCIM_PREFIX}${randomBytes(28).toString('hex')}`;
    const token = { tokenHash: hashSecret(secret), tokenCreatedAt: change.now };
    await changeSetting(change, { name: 'scim', content: { ...(await readScim(change.tx)), ...token } });
    return secret;
}

async function readScim(db: Db): Promise<StoredScim> {
    const row = await db.selectFrom('settings').select('content').where('name', '=', 'scim').executeTakeFirst();
    // What stands under this name was written by the commands above.
    return { ...NO_SCIM, ...(row?.content as Partial<StoredScim> | undefined) };
}
