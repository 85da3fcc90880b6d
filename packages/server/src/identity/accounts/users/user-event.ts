import type { ShownUser, UserRow } from './user.queries.ts';

/** Returns the data of a user for events. */
export const toUserEvent = (
    user: ShownUser & Pick<UserRow, 'external_id' | 'disabled_at' | 'unproven'>,
    rootRole: number | undefined,
) => ({
    id: user.id,
    name: user.name,
    username: user.username,
    email: user.email,
    rootRole: rootRole ?? null,
    ...(user.scim_id !== null && { scimId: user.scim_id, externalId: user.external_id }),
    ...(user.disabled_at !== null && { active: false }),
    ...(user.unproven && { unproven: true }),
});
