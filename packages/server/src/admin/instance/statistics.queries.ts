import type { Db } from '../../storage/database.ts';

/** How many of each thing there are. */
export async function countEverything(db: Db) {
    const all = (
        table:
            | 'projects'
            | 'environments'
            | 'segments'
            | 'context_fields'
            | 'strategy_types'
            | 'roles'
            | 'groups'
            | 'tags'
            | 'tag_types'
            | 'integrations'
            | 'applications',
    ) => db.selectFrom(table).select(({ fn }) => fn.countAll<number>().as('count'));
    const users = db
        .selectFrom('users')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('deleted_at', 'is', null);
    const flags = db.selectFrom('flags').select(({ fn }) => fn.countAll<number>().as('count'));
    const [counts, tokens] = await Promise.all([
        db
            .selectNoFrom([
                users.where('is_service', '=', false).as('users'),
                users.where('is_service', '=', true).as('serviceAccounts'),
                flags.where('archived_at', 'is', null).as('featureToggles'),
                flags.where('archived_at', 'is not', null).as('archivedFeatureToggles'),
                all('projects').as('projects'),
                all('environments').as('environments'),
                all('segments').as('segments'),
                all('context_fields').as('contextFields'),
                all('strategy_types').as('strategies'),
                all('roles').as('roles'),
                all('groups').as('groups'),
                all('tags').as('tags'),
                all('tag_types').as('tagTypes'),
                all('integrations').as('integrations'),
                all('applications').as('applications'),
                db.selectFrom('event_head').select('revision').as('events'),
            ])
            .executeTakeFirstOrThrow(),
        db
            .selectFrom('api_tokens')
            .select(['type', ({ fn }) => fn.countAll<number>().as('count')])
            .groupBy('type')
            .execute(),
    ]);
    const apiTokens = { client: 0, frontend: 0, admin: 0 };
    for (const { type, count } of tokens) apiTokens[type] = count;
    const numbers = Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, count ?? 0]));
    // The same names as in `counts`, which no subquery leaves without a number.
    return { ...(numbers as Record<keyof typeof counts, number>), apiTokens };
}
