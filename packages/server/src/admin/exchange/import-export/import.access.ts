import type { PermissionCheck } from '../../../changes/change.ts';
import { type AdminActor, may } from '../../../core/access/actor.ts';
import type { Permission } from '../../../core/access/permissions.ts';
import { noAccess } from '../../../core/errors/errors.ts';
import type { Import } from './import.schemas.ts';
import { IMPORT_PERMISSIONS, planImport } from './import-plan.ts';

/** Returns the required permissions that the actor lacks in the target environment. */
export const lacking = (actor: AdminActor, needed: readonly Permission[], { project, environment }: Import) =>
    needed.filter((permission) => !may(actor, permission, { project, environment }));

/** The required permissions of an import depend on the existing objects. */
export const mayImport: PermissionCheck<Import> = async ({ tx, actor }, input) => {
    // Administrators skip the check, which requires a plan.
    if (lacking(actor, IMPORT_PERMISSIONS, input).length === 0) return;
    const { permissions } = await planImport(tx, actor, input);
    const missing = lacking(actor, permissions, input);
    if (missing.length > 0) throw noAccess(missing, ` in project "${input.project}"`);
};

/** Whether imported flags keep their creation times; flags of others are created now. */
export const maySetCreationTime = (actor: AdminActor): boolean => may(actor, 'ADMIN');
