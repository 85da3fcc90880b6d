import type { Selectable } from 'kysely';
import { SYSTEM_ACTOR } from '../../../core/access/actor.ts';
import type { Page } from '../../../http/route/paging.ts';
import type { Db } from '../../../storage/database.ts';
import type { Tables } from '../../../storage/tables.ts';
import { findEvents } from '../../observations/events/event.queries.ts';
import type { Event } from '../../observations/events/event.schemas.ts';
import type { Delivery, DeliveryHealth } from './integration.schemas.ts';

type DeliveryRow = Selectable<Tables['deliveries']>;

/** Returns the delivery attempts of an integration, newest first. */
export async function listDeliveries(db: Db, integrationId: number, { offset, limit }: Page): Promise<Delivery[]> {
    const rows = await db
        .selectFrom('deliveries')
        .selectAll()
        .where('integration_id', '=', integrationId)
        .where('outcome', 'is not', null)
        .orderBy('id', 'desc')
        .offset(offset)
        .limit(limit)
        .execute();
    const events = await findEvents(
        db,
        rows.flatMap(({ event_id }) => (event_id === null ? [] : [event_id])),
    );
    return rows.flatMap((row) => {
        const event = row.event_id === null ? createTestEvent(row.created_at) : events.get(row.event_id);
        return event ? [toDelivery(row, event)] : [];
    });
}

/** The maximum number of consecutive failures that are counted. */
const MAX_FAILURES = 20;

/** Returns the health of an integration: the results of its latest deliveries. */
export async function readDeliveryHealth(db: Db, integrationId: number): Promise<DeliveryHealth> {
    const latest = await db
        .selectFrom('deliveries')
        .select(['created_at', 'delivered'])
        .where('integration_id', '=', integrationId)
        .where('outcome', 'is not', null)
        .orderBy('id', 'desc')
        .limit(MAX_FAILURES)
        .execute();
    const delivered = latest.findIndex((row) => row.delivered);
    return { failing: delivered === -1 ? latest.length : delivered, lastAt: latest[0]?.created_at ?? null };
}

export function toDelivery(row: DeliveryRow, event: Event): Delivery {
    const { attempts, delivered, outcome } = row;
    return {
        id: String(row.id),
        integrationId: row.integration_id,
        createdAt: row.created_at,
        state: !delivered ? 'failed' : attempts > 1 ? 'successWithErrors' : 'success',
        stateDetails: outcome ?? '',
        event,
        details: { deliveryId: row.key, attempts, nextAttemptAt: row.due_at },
    };
}

/** Returns the test event of an integration. It is not logged. */
export const createTestEvent = (now: string): Event => ({
    id: 0,
    type: 'addon-config-test',
    createdBy: SYSTEM_ACTOR.name,
    createdByUserId: SYSTEM_ACTOR.id,
    createdAt: now,
    data: { message: 'This is a test of the integration.' },
    preData: null,
    tags: [],
    featureName: null,
    project: null,
    environment: null,
    groupType: 'transaction',
    groupId: '',
});
