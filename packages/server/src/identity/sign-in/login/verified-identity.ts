import type { ProviderSession } from '../../../storage/tables/sign-ins.ts';

/** An identity verified by an identity provider. */
export interface VerifiedIdentity {
    email: string | undefined;
    /** Whether the provider has verified the address, or its unverified addresses are trusted. */
    isEmailVerified: boolean;
    name: string | undefined;
    groups: readonly string[];
    /** The permanent subject identifier, if the provider sends one. */
    identity?: { issuer: string; subject: string };
    /** The session identifier of the provider, if it sends one. */
    session?: ProviderSession;
}
