import type { ProviderSession } from '../../../storage/tables/sign-ins.ts';

/** Whom an identity provider vouches for. */
export interface VerifiedIdentity {
    email: string | undefined;
    /** Whether the provider says that the address is theirs, or is trusted to know. */
    isEmailVerified: boolean;
    name: string | undefined;
    groups: readonly string[];
    /** What the provider will always know them by, as far as it says. */
    identity?: { issuer: string; subject: string };
    /** What the provider knows the session by, as far as it says. */
    session?: ProviderSession;
}
