import { DIRECTORY_USER_ID, type DirectoryActor } from '../../../core/access/actor.ts';
import { hashSecret } from '../../accounts/api-tokens/token-secret.ts';

export const SCIM_PREFIX = 'scim:';

export interface StoredScim {
    /** Whether a directory is let in. */
    enabled: boolean;
    /** SHA-256 of the token; the token itself is shown once and kept nowhere. Empty: there is none. */
    tokenHash: string;
    tokenCreatedAt: string | null;
    /** Whether users who are administrators, and groups that make people some, are the directory's too. */
    manageAdministrators: boolean;
}

export const NO_SCIM: StoredScim = { enabled: false, tokenHash: '', tokenCreatedAt: null, manageAdministrators: false };

export function directoryOf({ enabled, tokenHash }: StoredScim, secret: string): DirectoryActor | undefined {
    if (!enabled || tokenHash === '' || hashSecret(secret) !== tokenHash) return undefined;
    return { kind: 'directory', id: DIRECTORY_USER_ID, name: 'scim' };
}
