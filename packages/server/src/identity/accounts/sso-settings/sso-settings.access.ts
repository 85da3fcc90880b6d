import type { PermissionCheck } from '../../../changes/change.ts';
import { may } from '../../../core/access/actor.ts';
import { noAccess } from '../../../core/errors/errors.ts';
import type { StoredOidc, StoredSaml } from './stored-settings.ts';

/** Settings that do not affect who can sign in. UPDATE_AUTH_CONFIGURATION is sufficient to change them. */
const HARMLESS = [
    'enableSingleSignOut',
    'acrValues',
    'addGroupsScope',
    'enablePkce',
    'extraScopes',
    'secretsChangedAt',
];

/** Control over the provider and its role mapping is control over every account, so it requires an administrator. */
export const mayTrust =
    <U, S extends StoredSaml | StoredOidc>(
        settingsWith: (change: Parameters<PermissionCheck<unknown>>[0], update: U) => Promise<{ before: S; after: S }>,
    ): PermissionCheck<{ update: U }> =>
    async (change, { update }) => {
        if (may(change.actor, 'ADMIN')) return;
        const { before, after } = await settingsWith(change, update);
        const changed = (Object.keys(after) as (keyof S & string)[]).filter((name) => after[name] !== before[name]);
        const adminOnly = changed.filter((name) => !HARMLESS.includes(name) && !(name === 'enabled' && !after.enabled));
        if (adminOnly.length > 0) throw noAccess(['ADMIN'], ` for ${adminOnly.join(', ')}`);
    };
