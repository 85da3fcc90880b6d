import { Type } from 'typebox';
import type { SdkActor } from '../../core/access/actor.ts';
import { asRecord, isRecord } from '../../core/json/is-record.ts';
import { Raw, type RawBody } from '../../http/bodies/raw-body.ts';
import { type Route, routeWithTag } from '../../http/route/route.ts';
import { listItems, parseItem } from './list-items.ts';
import type { OutcomeItem, OutcomeReceiver } from './outcome-receiver.ts';

const route = routeWithTag('Client');

const Events = Raw({
    types: ['application/json', 'text/plain'],
    limit: 1024 * 1024,
    description:
        'JSON in the format of the Segment HTTP API; the write key is a client token, sent as the user of basic authentication.',
});
const Success = Type.Object({ success: Type.Boolean() }, { $id: 'segmentSuccess' });

export const segmentRoutes = (outcomes: OutcomeReceiver): Route[] => {
    const receive = async (actor: SdkActor, items: AsyncIterable<OutcomeItem[]>) => {
        await outcomes.receive(actor, items);
        return { success: true };
    };
    return [
        route('POST /v1/track', {
            operationId: 'trackSegmentEvent',
            summary: 'Report an outcome in the format of Segment',
            access: 'client',
            body: Events,
            responds: { status: 200, body: Success },
            handler: ({ actor, body }) => receive(actor, trackedEvent(body)),
        }),
        route('POST /v1/batch', {
            operationId: 'sendSegmentBatch',
            summary: 'Report outcomes in the format of Segment',
            description: 'Messages of type `track` are outcomes; all others are ignored.',
            access: 'client',
            body: Events,
            responds: { status: 200, body: Success },
            handler: ({ actor, body }) => receive(actor, batchedEvents(body)),
        }),
    ];
};

async function* trackedEvent({ bytes }: RawBody): AsyncGenerator<OutcomeItem[]> {
    const item = parseItem(bytes);
    yield [item && toInput(asRecord(item.value))];
}

async function* batchedEvents({ bytes }: RawBody): AsyncGenerator<OutcomeItem[]> {
    for await (const items of listItems(bytes, 'batch')) {
        // Messages of other types, such as `identify`, are no outcomes.
        const tracked = items.filter((item) => item === undefined || asRecord(item.value)['type'] === 'track');
        yield tracked.map((item) => item && toInput(asRecord(item.value)));
    }
}

function toInput({
    event,
    userId,
    anonymousId,
    properties,
    context,
    timestamp,
    messageId,
}: Record<string, unknown>): OutcomeItem {
    const { value, revenue } = asRecord(properties);
    const number = typeof value === 'number' ? value : revenue;
    const user = userId ?? anonymousId;
    return {
        name: event,
        unit: user,
        context: { ...plain(context), ...(userId !== undefined && { userId }) },
        value: typeof number === 'number' ? number : undefined,
        at: timestamp,
        id: messageId,
    };
}

/** The context of Segment describes the device and the page; its objects are left out. */
const plain = (context: unknown) => (isRecord(context) ? context : {});
