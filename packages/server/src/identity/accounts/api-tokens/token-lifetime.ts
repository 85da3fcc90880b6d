import type { AdminActor } from '../../../core/access/actor.ts';
import { notAllowed } from '../../../core/errors/errors.ts';

/**
 * Rejects a credential for administration that would be valid longer than the token with which it is created: a person who finds a token
 * could otherwise extend its life. Null: the credential never expires.
 */
export function demandLifetimeWithin({ expiresAt: end }: AdminActor, expiresAt: string | null): void {
    if (end === undefined || (expiresAt !== null && Date.parse(expiresAt) <= Date.parse(end))) return;
    throw notAllowed(
        `The token of this request expires at ${end}, so it cannot create a token that is valid longer. Set \`expiresAt\` to an earlier time where possible, or sign in.`,
    );
}
