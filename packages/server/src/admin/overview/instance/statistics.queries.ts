import { sql } from 'kysely';
import type { AdminActor } from '../../../core/access/actor.ts';
import { listKnownTokenScopes } from '../../../identity/accounts/api-tokens/token.queries.ts';
import type { Db } from '../../../storage/database.ts';
import { inKnownProject } from '../../../storage/known-projects.ts';
import { knownTags } from '../../catalogue/tags/tag.queries.ts';
import { listIntegrations } from '../../exchange/integrations/integration.queries.ts';
import { countEvents } from '../../observations/events/event.queries.ts';
import { visibleTo } from '../../observations/events/event-filter.ts';
import type { EventIndex } from '../../observations/events/event-index.ts';
import { isKnownApplication } from '../../observations/usage/known-applications.ts';

/** Counts all resources that the actor can see. */
export async function countEverything({ db, eventIndex }: { db: Db; eventIndex: EventIndex }, actor: AdminActor) {
    const count = sql<number>`count(*)`.as('count');
    const all = (table: 'environments' | 'strategy_types' | 'roles' | 'groups' | 'tag_types') =>
        db.selectFrom(table).select(count);
    const users = db.selectFrom('users').select(count).where('deleted_at', 'is', null);
    const flags = db.selectFrom('flags').select(count).where(inKnownProject(actor, 'flags.project'));
    const [counts, tokens, integrations, events] = await Promise.all([
        db
            .selectNoFrom([
                users.where('is_service', '=', false).as('users'),
                users.where('is_service', '=', true).as('serviceAccounts'),
                flags.where('archived_at', 'is', null).as('featureToggles'),
                flags.where('archived_at', 'is not', null).as('archivedFeatureToggles'),
                db.selectFrom('projects').select(count).where(inKnownProject(actor, 'projects.id')).as('projects'),
                all('environments').as('environments'),
                db.selectFrom('segments').select(count).where(inKnownProject(actor, 'segments.project')).as('segments'),
                db
                    .selectFrom('context_fields')
                    .select(count)
                    .where(inKnownProject(actor, 'context_fields.project'))
                    .as('contextFields'),
                all('strategy_types').as('strategies'),
                all('roles').as('roles'),
                all('groups').as('groups'),
                knownTags(db, actor).select(count).as('tags'),
                all('tag_types').as('tagTypes'),
                db.selectFrom('applications').select(count).where(isKnownApplication(db, actor)).as('applications'),
            ])
            .executeTakeFirstOrThrow(),
        listKnownTokenScopes(db, actor),
        listIntegrations(db, actor),
        countEvents({ db, eventIndex }, visibleTo(actor)),
    ]);
    const apiTokens = { client: 0, frontend: 0, admin: 0 };
    for (const { type } of tokens) apiTokens[type]++;
    const numbers = Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, count ?? 0]));
    // `counts` has the same names, and every subquery returns a number.
    return {
        ...(numbers as Record<keyof typeof counts, number>),
        integrations: integrations.length,
        events,
        apiTokens,
    };
}
