import { Readable } from 'node:stream';
import { Type } from 'typebox';
import type { Services } from '../../../app/services.ts';
import { parseChainHead } from '../../../changes/chain-head.ts';
import { ChainVerifier } from '../../../changes/chain-verifier.ts';
import { verifyChain } from '../../../changes/verify-chain.ts';
import { mapYielding } from '../../../core/concurrency/yielding.ts';
import { respondWithFragments } from '../../../http/bodies/fragment-response.ts';
import { pageOf } from '../../../http/route/paging.ts';
import { type Route, type RouteReply, routeWithTag } from '../../../http/route/route.ts';
import { type EventList, listEventCreators, listEvents, searchEvents, toListedEvent } from './event.queries.ts';
import {
    ChainQuery,
    ChainVerdict,
    EventCreators,
    EventSearch,
    Events,
    FlagEvents,
    ListedEvents,
} from './event.schemas.ts';
import { readFilter, visibleTo } from './event-filter.ts';
import { EventFragments } from './event-fragments.ts';

const route = routeWithTag('Events');
const NEWEST = 100;
const JSON_TYPE = 'application/json';

const EventsQuery = Type.Object({
    project: Type.Optional(Type.String({ maxLength: 100, description: 'Return all events of this project' })),
});

export function eventRoutes(services: Services): Route[] {
    const { db, changeFeed } = services;
    const verifier = new ChainVerifier(services);
    const plainEvents = new EventFragments(db, (event) => event);
    const searchResults = new EventFragments(db, toListedEvent);
    return [
        route('GET /api/admin/events', {
            operationId: 'getEvents',
            summary: `List the last ${NEWEST} events, or all events of a project`,
            description: 'Newest first.',
            access: ['ADMIN', 'READ_LOGS'],
            query: EventsQuery,
            responds: { status: 200, body: Events, contentType: JSON_TYPE, also: [304] },
            handler: async ({ actor, query: { project }, headers }, reply) => {
                if (project !== undefined) {
                    return sendEvents(
                        reply,
                        {},
                        await listEvents(services, { projects: [project], ...visibleTo(actor) }),
                    );
                }
                const { ids, total } = await searchEvents(services, visibleTo(actor), { offset: 0, limit: NEWEST });
                const parts = await plainEvents.get(ids);
                const list = { before: '{"version":1,"events":', parts, after: `,"totalEvents":${total}}` };
                return respondWithFragments(list, headers, reply);
            },
        }),
        route('GET /api/admin/events/verify', {
            operationId: 'verifyEvents',
            summary: 'Verify that no event was modified, removed or inserted outside of the service',
            description:
                'Verifies the hash chain to the newest event, and returns the first invalid event. The first verification by a node, and the first of each day, starts at the first event that is not in an archive; the others start at the event that the node verified last (`verifiedBefore`), and do not detect that an older event was modified since. Send `all=true` for a complete verification. Missing newest events are detected if other data refers to them: publications, deliveries, change requests, the highest event id of the log, or the memory of this node. Store the head of each response outside of the database and send it as `after`: only this detects a log that was rewritten by an attacker with write access to all tables.',
            access: ['ADMIN', 'READ_LOGS'],
            expensive: true,
            query: ChainQuery,
            responds: { status: 200, body: ChainVerdict },
            handler: ({ query: { after, all = false } }) => {
                const seen = changeFeed.revision;
                return after === undefined
                    ? verifier.verify({ all, seen })
                    : verifyChain(db, { verified: parseChainHead(after), seen });
            },
        }),
        route('GET /api/admin/events/:featureName', {
            operationId: 'getEventsForToggle',
            summary: 'List all events of a flag',
            description:
                'Newest first. The list is empty for a flag that never existed. For a flag named `verify`, use the search.',
            access: 'authenticated',
            responds: { status: 200, body: FlagEvents, contentType: JSON_TYPE },
            errors: [],
            handler: async ({ actor, params: { featureName } }, reply) =>
                sendEvents(
                    reply,
                    { toggleName: featureName },
                    await listEvents(services, { flags: [featureName], ...visibleTo(actor) }),
                ),
        }),
        route('GET /api/admin/search/events', {
            operationId: 'searchEvents',
            summary: 'Search events',
            description:
                'Newest first. Callers without access to the log of the instance find only events of projects.',
            access: 'authenticated',
            query: EventSearch,
            responds: { status: 200, body: ListedEvents, also: [304] },
            handler: async ({ actor, query, headers }, reply) => {
                const filter = { ...readFilter(query), ...visibleTo(actor) };
                const { ids, total } = await searchEvents(services, filter, pageOf(query));
                const parts = await searchResults.get(ids);
                return respondWithFragments(
                    { before: '{"events":', parts, after: `,"total":${total}}` },
                    headers,
                    reply,
                );
            },
        }),
        route('GET /api/admin/event-creators', {
            operationId: 'getEventCreators',
            summary: 'List the authors of events',
            access: 'authenticated',
            responds: { status: 200, body: EventCreators },
            handler: ({ actor }) => listEventCreators(services, actor),
        }),
    ];
}

/** Sends a list of any length with at most one batch in memory. */
function sendEvents(reply: RouteReply, members: Record<string, string>, { total, batches }: EventList): Readable {
    reply.header('content-type', `${JSON_TYPE}; charset=utf-8`);
    const head = JSON.stringify({ version: 1, ...members, totalEvents: total });
    return Readable.from(
        (async function* () {
            // Nothing is sent before the first batch is read: until then an error response is still possible.
            let separator = `${head.slice(0, -1)},"events":[`;
            for await (const events of batches) {
                yield separator + (await mapYielding(events, (event) => JSON.stringify(event))).join(',');
                separator = ',';
            }
            yield separator === ',' ? ']}' : `${separator}]}`;
        })(),
        // The buffer is limited in bytes: at most one batch waits for a slow reader.
        { objectMode: false },
    );
}
