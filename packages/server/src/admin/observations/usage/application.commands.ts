import type { Selectable } from 'kysely';
import type { Change } from '../../../changes/change.ts';
import { nameExists } from '../../../core/errors/errors.ts';
import type { Tables } from '../../../storage/tables.ts';
import { findApplication, findKnownApplication } from './application.queries.ts';
import type { NewApplication } from './application.schemas.ts';

/** Stores the description of an application; creates the application if it was never seen. */
export async function describeApplication(
    { tx, actor, now, record }: Change,
    { name, strategies, ...details }: NewApplication & { name: string },
): Promise<void> {
    const { description, url, color, icon } = details;
    const before = await findApplication(tx, name);
    if (before && !(await findKnownApplication(tx, actor, name))) throw nameExists(`Application ${name}`);
    const changed = {
        ...(description !== undefined && { description }),
        ...(url !== undefined && { url }),
        ...(color !== undefined && { color }),
        ...(icon !== undefined && { icon }),
        ...(strategies && { strategies: JSON.stringify(strategies) }),
    };
    const values = { name, description: null, url: null, color: null, icon: null, strategies: '[]', ...changed };
    await tx
        .insertInto('applications')
        .values({ ...values, created_at: now, seen_at: now })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ name, ...changed }))
        .execute();
    const data = toEventData((await findApplication(tx, name))!);
    record({ type: 'application-updated', data, ...(before && { preData: toEventData(before) }) });
}

/** Returns the members that users can change. The usage is a measurement, and contains projects that may be hidden from users. */
const toEventData = ({ name, seen_at: _, created_at, ...details }: Selectable<Tables['applications']>) => ({
    appName: name,
    ...details,
    createdAt: created_at,
});

/** Deletes an application; it is created again when its SDK reports. */
export async function deleteApplication({ tx, actor, record }: Change, { name }: { name: string }): Promise<void> {
    const before = await findKnownApplication(tx, actor, name);
    if (!before) return;
    await tx.deleteFrom('applications').where('name', '=', name).execute();
    await tx.deleteFrom('app_usage').where('app', '=', name).execute();
    record({ type: 'application-deleted', preData: toEventData(before) });
}
