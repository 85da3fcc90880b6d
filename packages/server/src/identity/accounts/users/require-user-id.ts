import type { AdminActor } from '../../../core/access/actor.ts';
import { wrongKindOfCaller } from '../../../core/errors/errors.ts';

/** Returns the id of the calling user; API tokens have no user. */
export function requireUserId(actor: AdminActor): number {
    if (actor.userId === undefined) {
        throw wrongKindOfCaller(
            'This endpoint requires a user, and an API token has none. Sign in, or use a personal token.',
        );
    }
    return actor.userId;
}
