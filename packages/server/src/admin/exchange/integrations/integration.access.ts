import { type AdminActor, may } from '../../../core/access/actor.ts';

/** The last editor determines which events an integration receives. */
export const visibilityOf = (actor: AdminActor) => ({
    by_administrator: may(actor, 'ADMIN'),
    reads_log: may(actor, 'READ_LOGS'),
});
