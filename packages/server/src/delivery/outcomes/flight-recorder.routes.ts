import { createHash } from 'node:crypto';
import type { SdkActor } from '../../core/access/actor.ts';
import { asRecord } from '../../core/json/is-record.ts';
import { Raw, type RawBody } from '../../http/bodies/raw-body.ts';
import { type Route, routeWithTag } from '../../http/route/route.ts';
import type { OutcomeItem, OutcomeReceiver } from './outcome-receiver.ts';

const clientRoute = routeWithTag('Client');
const frontendRoute = routeWithTag('Frontend API');

const Events = Raw({
    types: ['application/ndjson', 'application/x-ndjson'],
    limit: 8 * 1024 * 1024,
    description: 'One event of the flight recorder per line; a line that cannot be parsed is dropped.',
});

/** A longer line is dropped. */
const MAX_LINE = 32 * 1024;
const LINE_END = 0x0a;
const LINES_AT_ONCE = 100;

export const flightRecorderRoutes = (outcomes: OutcomeReceiver): Route[] => {
    const receive = async ({ actor, body }: { actor: SdkActor; body: RawBody }): Promise<void> => {
        await outcomes.receive(actor, eventsIn(body.bytes));
    };
    return [
        clientRoute('POST /api/client/events', {
            operationId: 'reportFlightRecorderEvents',
            summary: 'Report events of the Unleash flight recorder',
            description:
                'Custom events are outcomes, impressions are exposures. A batch that is sent again is counted once.',
            access: 'client',
            body: Events,
            responds: { status: 202 },
            handler: receive,
        }),
        frontendRoute('POST /api/frontend/events', {
            operationId: 'reportFrontendFlightRecorderEvents',
            summary: 'Report events of the Unleash flight recorder, from a browser',
            access: 'frontend',
            forOtherSites: true,
            body: Events,
            responds: { status: 202 },
            handler: receive,
        }),
    ];
};

function* eventsIn(bytes: Buffer): Generator<OutcomeItem[]> {
    let items: OutcomeItem[] = [];
    for (let start = 0; start < bytes.length; ) {
        const found = bytes.indexOf(LINE_END, start);
        const end = found === -1 ? bytes.length : found;
        const line = bytes.subarray(start, end);
        start = end + 1;
        if (line.length > MAX_LINE) items.push(undefined);
        else {
            const text = line.toString().trim();
            if (text !== '') items.push(toInput(text));
        }
        if (items.length < LINES_AT_ONCE) continue;
        yield items;
        items = [];
    }
    yield items;
}

function toInput(line: string): OutcomeItem {
    let event: Record<string, unknown>;
    try {
        event = asRecord(JSON.parse(line));
    } catch {
        return undefined;
    }
    const {
        eventType,
        eventName,
        featureName,
        enabled,
        variant,
        context,
        timestamp,
        occurrenceCount = 1,
        payload,
    } = event;
    // A batch has no id. Equal events are merged before they are sent: their members and their first time identify them.
    const identity = [eventType, eventName ?? featureName, enabled, variant, context, payload, timestamp];
    const id = createHash('sha256').update(JSON.stringify(identity)).digest('base64url');
    const common = { context, at: timestamp, count: occurrenceCount, id };
    if (eventType === 'isEnabled' || eventType === 'getVariant') {
        const arm = enabled === true ? 'enabled' : 'disabled';
        return { ...common, signal: 'exposure', name: featureName, variant: variant ?? arm };
    }
    if (eventType !== 'custom' && eventType !== 'admin') return undefined;
    const { value } = asRecord(payload);
    return { ...common, name: eventName, value: typeof value === 'number' ? value : undefined };
}
