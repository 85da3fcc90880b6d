import type { RecordObservation } from '../../../changes/record-observation.ts';
import { exceedsLimit } from '../../../core/errors/errors.ts';
import type { Db } from '../../../storage/database.ts';
import type { SavedView } from './saved-view.schemas.ts';

/** More views would not be usable in a menu. */
const PER_USER = 200;

export const listViews = (db: Db, userId: number): Promise<SavedView[]> =>
    db
        .selectFrom('user_views')
        .select(['place', 'name', 'search'])
        .where('user_id', '=', userId)
        .orderBy('place')
        .orderBy('name')
        .execute();

/** Saves a view, and replaces an existing view with the same name. */
export async function saveView(
    recordObservation: RecordObservation,
    userId: number,
    view: SavedView,
): Promise<SavedView> {
    const { search } = view;
    await recordObservation(async (tx) => {
        await tx
            .insertInto('user_views')
            .values({ user_id: userId, ...view })
            .onConflict((conflict) => conflict.columns(['user_id', 'place', 'name']).doUpdateSet({ search }))
            .execute();
        const { count } = await tx
            .selectFrom('user_views')
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .where('user_id', '=', userId)
            .executeTakeFirstOrThrow();
        if (count > PER_USER) throw exceedsLimit('saved views per user', PER_USER);
    });
    return view;
}

export const deleteView = (
    recordObservation: RecordObservation,
    userId: number,
    { place, name }: Pick<SavedView, 'place' | 'name'>,
): Promise<unknown> =>
    recordObservation((tx) =>
        tx
            .deleteFrom('user_views')
            .where('user_id', '=', userId)
            .where('place', '=', place)
            .where('name', '=', name)
            .execute(),
    );
