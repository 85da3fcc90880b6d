import { noAccess } from '../errors/errors.ts';
import { type AdminActor, may, type Scope } from './actor.ts';
import type { Permission } from './permissions.ts';

/** Rejects an actor without any of these permissions in the scope. */
export function demandOneOf(actor: AdminActor, permissions: readonly Permission[], scope: Scope = {}): void {
    if (permissions.some((permission) => may(actor, permission, scope))) return;
    const where = scope.project === undefined ? '' : ` in project "${scope.project}"`;
    const inEnvironment = scope.environment === undefined ? '' : ` and environment "${scope.environment}"`;
    throw noAccess(permissions, where + inEnvironment);
}
