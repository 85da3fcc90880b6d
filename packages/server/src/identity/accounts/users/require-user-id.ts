import type { AdminActor } from '../../../core/access/actor.ts';
import { wrongKindOfCaller } from '../../../core/errors/errors.ts';

/** Returns the id of the calling user; API tokens have no user. */
export function requireUserId(actor: AdminActor): number {
    if (actor.userId === undefined) {
        throw wrongKindOfCaller(
            'This endpoint is about the user who calls it, and an API token is none. Sign in, or use a personal token.',
        );
    }
    return actor.userId;
}
