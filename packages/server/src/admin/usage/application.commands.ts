import type { Change } from '../../changes/write.ts';
import { getApplication } from './application.queries.ts';
import type { Application, NewApplication } from './application.schemas.ts';

/** Says more about an application than its SDK does; creates it when it was never seen. */
export async function describeApplication(
    { tx, actor, now, record }: Change,
    { name, strategies, ...said }: NewApplication & { name: string },
): Promise<void> {
    const { description, url, color, icon } = said;
    const before = await tx.selectFrom('applications').select('name').where('name', '=', name).executeTakeFirst();
    const preData = before && inEvent(await getApplication(tx, actor, name));
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
    const data = inEvent(await getApplication(tx, actor, name));
    record({ type: 'application-updated', data, ...(preData && { preData }) });
}

/** What somebody can change. Where it was seen is a measurement, and names projects that not everyone may know of. */
const inEvent = ({ usage: _, lastSeen: __, ...application }: Application) => application;

/** Forgets an application; it comes back when its SDK does. */
export async function deleteApplication({ tx, actor, record }: Change, { name }: { name: string }): Promise<void> {
    const row = await tx.selectFrom('applications').select('name').where('name', '=', name).executeTakeFirst();
    if (!row) return;
    const preData = inEvent(await getApplication(tx, actor, name));
    await tx.deleteFrom('applications').where('name', '=', name).execute();
    record({ type: 'application-deleted', preData });
}
