import type { Selectable } from 'kysely';
import { type AdminActor, mayKnowOf } from '../../../core/access/actor.ts';
import { notFound } from '../../../core/errors/errors.ts';
import { EVENT_TYPE_NAMES } from '../../../core/events/event-types.ts';
import type { Db } from '../../../storage/database.ts';
import type { Tables } from '../../../storage/tables.ts';
import type { Integration, ProviderDescription } from './integration.schemas.ts';
import { maskParameters } from './parameters.ts';
import { findProvider, PROVIDER_NAMES, PROVIDERS } from './providers/registry.ts';

export type IntegrationRow = Selectable<Tables['integrations']>;

export async function listIntegrations(db: Db, actor: AdminActor): Promise<IntegrationRow[]> {
    const rows = await db.selectFrom('integrations').selectAll().orderBy('id').execute();
    return rows.filter((row) => mayKnowOfAll(actor, row));
}

export function findIntegration(db: Db, id: number): Promise<IntegrationRow | undefined> {
    return db.selectFrom('integrations').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Returns the integration; throws "not found" if it refers to a hidden project. */
export async function getKnownIntegration(db: Db, actor: AdminActor, id: number): Promise<IntegrationRow> {
    const integration = await findIntegration(db, id);
    if (!integration || !mayKnowOfAll(actor, integration)) throw noSuchIntegration(id);
    return integration;
}

export const noSuchIntegration = (id: number) => notFound(`integration ${id}`);

const mayKnowOfAll = (actor: AdminActor, { projects }: IntegrationRow) =>
    projects.every((project) => mayKnowOf(actor, project));

export async function countIntegrations(db: Db): Promise<number> {
    const row = await db
        .selectFrom('integrations')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
    return row.count;
}

export async function isAnyEnabled(db: Db): Promise<boolean> {
    const rows = await db
        .selectFrom('integrations')
        .select('id')
        .where('enabled', '=', true)
        .limit(1)
        .executeTakeFirst();
    return rows !== undefined;
}

export function toIntegration(row: IntegrationRow): Integration {
    const { id, provider, description, enabled, events, projects, environments } = row;
    const parameters = maskParameters(findProvider(provider), row.parameters);
    return { id, provider, description, enabled, parameters, events, projects, environments };
}

export const providerDescriptions = (): ProviderDescription[] =>
    PROVIDER_NAMES.map((name) => {
        const { displayName, description, documentationUrl, parameters } = PROVIDERS[name];
        return {
            name,
            displayName,
            description,
            ...(documentationUrl !== undefined && { documentationUrl }),
            parameters: Object.entries(parameters).map(([name, { objection: _, ...parameter }]) => ({
                name,
                ...parameter,
            })),
            events: EVENT_TYPE_NAMES,
        };
    });
