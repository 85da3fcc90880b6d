import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

/** Tokens set by the operator may be so short that their first six characters, which were displayed, are the whole token. */
export async function up(db: Kysely<Tables>): Promise<void> {
    const tokens = await db.selectFrom('api_tokens').select(['id', 'visible']).where('name', '=', 'initial').execute();
    for (const { id, visible } of tokens) {
        const scope = visible.slice(0, visible.indexOf('.', visible.indexOf(':')) + 1);
        await db
            .updateTable('api_tokens')
            .set({ visible: `${scope}…` })
            .where('id', '=', id)
            .execute();
    }
}
