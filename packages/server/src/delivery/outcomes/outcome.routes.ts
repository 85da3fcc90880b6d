import { Type } from 'typebox';
import type { SdkActor } from '../../core/access/actor.ts';
import { asRecord } from '../../core/json/is-record.ts';
import { Raw, type RawBody } from '../../http/bodies/raw-body.ts';
import { type Route, routeWithTag } from '../../http/route/route.ts';
import { listItems } from './list-items.ts';
import type { OutcomeInput } from './outcome.ts';
import type { OutcomeCounts, OutcomeItem, OutcomeReceiver } from './outcome-receiver.ts';

const clientRoute = routeWithTag('Client');
const frontendRoute = routeWithTag('Frontend API');

const MAX_BODY = 4 * 1024 * 1024;

const Outcomes = Raw({
    // Browsers send beacons as text.
    types: ['application/json', 'text/plain'],
    limit: MAX_BODY,
    description:
        'JSON: `{"outcomes": [{"name", "unit", "context", "value", "at", "id"}]}`; only the name is required. ' +
        '`unit` is the user (or whatever an experiment counts), or `context` contains it. `at` may be up to 30 days in the past. ' +
        'Outcomes with the same `id` are counted once in 24 hours.',
});

const Counts = Type.Object(
    { accepted: Type.Integer(), dropped: Type.Integer({ description: 'Invalid ones, and those beyond a limit' }) },
    { $id: 'outcomeCounts' },
);

const ABOUT =
    'What single users did, counted per name and minute. Content that is invalid is dropped, never refused: only a body that is not JSON, ' +
    'or larger than 4 MB, is an error.';

export const outcomeRoutes = (outcomes: OutcomeReceiver): Route[] => {
    const receive = ({ actor, body }: { actor: SdkActor; body: RawBody }): Promise<OutcomeCounts> =>
        outcomes.receive(actor, itemsOf(body.bytes));
    return [
        clientRoute('POST /api/client/outcomes', {
            operationId: 'reportOutcomes',
            summary: 'Report what users did',
            description: ABOUT,
            access: 'client',
            body: Outcomes,
            responds: { status: 202, body: Counts },
            handler: receive,
        }),
        frontendRoute('POST /api/frontend/outcomes', {
            operationId: 'reportFrontendOutcomes',
            summary: 'Report what users did, from a browser',
            description: ABOUT,
            access: 'frontend',
            forOtherSites: true,
            body: Outcomes,
            responds: { status: 202, body: Counts },
            handler: receive,
        }),
    ];
};

async function* itemsOf(bytes: Buffer): AsyncGenerator<OutcomeItem[]> {
    for await (const items of listItems(bytes, 'outcomes')) yield items.map((item) => item && toInput(item.value));
}

function toInput(value: unknown): OutcomeInput {
    const { name, unit, context, value: number, at, id } = asRecord(value);
    return { name, unit, context, value: number, at, id };
}
