import { DIRECTORY_USER_ID, type DirectoryActor } from '../../../core/access/actor.ts';
import { hashSecret } from '../../accounts/api-tokens/token-secret.ts';

export const SCIM_PREFIX = 'scim:';

export interface StoredScim {
    /** Whether SCIM is enabled. */
    enabled: boolean;
    /** SHA-256 of the token; empty without a token. The token itself is shown once and never stored. */
    tokenHash: string;
    tokenCreatedAt: string | null;
    /** Whether the directory may manage administrators and groups with the Admin role. */
    manageAdministrators: boolean;
}

export const NO_SCIM: StoredScim = { enabled: false, tokenHash: '', tokenCreatedAt: null, manageAdministrators: false };

export function directoryOf({ enabled, tokenHash }: StoredScim, secret: string): DirectoryActor | undefined {
    if (!enabled || tokenHash === '' || hashSecret(secret) !== tokenHash) return undefined;
    return { kind: 'directory', id: DIRECTORY_USER_ID, name: 'scim' };
}
