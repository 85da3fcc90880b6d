import type { ProviderSession } from '../../storage/tables.ts';

/** Whom an identity provider vouches for. */
export interface Proven {
    email: string | undefined;
    name: string | undefined;
    groups: readonly string[];
    /** What the provider knows the session by, as far as it says. */
    session?: ProviderSession;
}
