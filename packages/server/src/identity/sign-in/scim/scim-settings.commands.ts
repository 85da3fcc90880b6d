import { randomBytes } from 'node:crypto';
import { changeSetting } from '../../../admin/catalogue/instance-settings/settings.ts';
import type { Change } from '../../../changes/change.ts';
import { demandLifetimeWithin } from '../../accounts/api-tokens/token-lifetime.ts';
import { hashSecret } from '../../accounts/api-tokens/token-secret.ts';
import { readScim } from './scim-settings.queries.ts';
import { SCIM_PREFIX } from './stored-scim.ts';

/** Missing members are unchanged. */
export async function changeScimSettings(
    change: Change,
    { enabled, manageAdministrators }: { enabled: boolean; manageAdministrators?: boolean },
): Promise<void> {
    const before = await readScim(change.tx);
    const content = { ...before, enabled, ...(manageAdministrators !== undefined && { manageAdministrators }) };
    await changeSetting(change, { name: 'scim', content });
}

/** Returns the new token. The previous token becomes invalid. */
export async function replaceScimToken(change: Change): Promise<string> {
    demandLifetimeWithin(change.actor, null);
    const secret = `${SCIM_PREFIX}${randomBytes(28).toString('hex')}`;
    const token = { tokenHash: hashSecret(secret), tokenCreatedAt: change.now };
    await changeSetting(change, { name: 'scim', content: { ...(await readScim(change.tx)), ...token } });
    return secret;
}
