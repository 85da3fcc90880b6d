import { type AdminActor, may } from '../../../core/access/actor.ts';

/** What an integration is told later depends on who saved it last. */
export const reachOf = (actor: AdminActor) => ({
    by_administrator: may(actor, 'ADMIN'),
    reads_log: may(actor, 'READ_LOGS'),
});
