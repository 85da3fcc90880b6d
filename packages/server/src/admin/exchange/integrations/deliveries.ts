import { randomUUID } from 'node:crypto';
import type { FeedChanges } from '../../../changes/change-feed.ts';
import { Outbox, type OutboxDependencies } from '../../../changes/outbox/outbox.ts';
import type { OutboxRow, Outcome, RetryPolicy } from '../../../changes/outbox/outbox-rows.ts';
import type { EventType } from '../../../core/events/event-types.ts';
import { type Outbound, OutboundRefused } from '../../../outbound/outbound.ts';
import type { SecretBox } from '../../../storage/secret-box.ts';
import { counter, gauge, type Metric } from '../../../telemetry/metric.ts';
import type { Tracer } from '../../../telemetry/otlp/tracer.ts';
import { summarizeRequestChanges } from '../../governance/change-requests/notifications/request-summaries.ts';
import { findEvents } from '../../observations/events/event.queries.ts';
import type { Event } from '../../observations/events/event.schemas.ts';
import { createTestEvent, toDelivery } from './delivery.queries.ts';
import { eventPageUrl } from './event-page-url.ts';
import { findIntegration, type IntegrationRow, isAnyEnabled, noSuchIntegration } from './integration.queries.ts';
import type { Delivery } from './integration.schemas.ts';
import { MessageTooLong } from './message-template.ts';
import { enqueueNewEvents, hasNewEvents } from './new-deliveries.ts';
import { decryptParameters } from './parameters.ts';
import type { IntegrationEvent } from './providers/provider.ts';
import { findProvider } from './providers/registry.ts';
import { releaseDetails } from './release-details.ts';

/** The maximum number of concurrent deliveries of this node. */
const MAX_CONCURRENT = 8;
/** The last of six attempts is about an hour after the first. */
export const DELIVERY_RETRIES: RetryPolicy = {
    maxAttempts: 6,
    firstWaitMs: 10_000,
    waitGrowth: 4,
    longestWaitMs: 3_600_000,
    leaseMs: 60_000,
};
/** The logged length of a receiver's response. */
const ANSWER_LENGTH = 300;

const ABOUT_INTEGRATIONS: ReadonlySet<string> = new Set<EventType>([
    'addon-config-created',
    'addon-config-updated',
    'addon-config-deleted',
]);

interface DeliveryDependencies extends OutboxDependencies {
    /** Records the duration of requests to receivers, and sends them the trace context. */
    tracer?: Tracer;
    outbound: Outbound;
    secrets: SecretBox;
    publicUrl: () => string;
}

/** Delivers events to integrations. A receiver may get the same delivery, with the same id, twice. */
export class Deliveries {
    readonly #dependencies: DeliveryDependencies;
    readonly #outbox: Outbox<'deliveries'>;
    /** Whether an integration is enabled. */
    #isAnyEnabled: boolean | 'unknown' | 'being looked up' = 'unknown';
    /** The results of attempts, by provider. */
    readonly #attempts = new Map<string, Record<'success' | 'failed', number>>();

    constructor(dependencies: DeliveryDependencies) {
        this.#dependencies = dependencies;
        this.#outbox = new Outbox(dependencies, {
            table: 'deliveries',
            policy: DELIVERY_RETRIES,
            maxConcurrent: MAX_CONCURRENT,
            source: { hasMore: () => this.#hasNewEvents(), enqueue: enqueueNewEvents },
            send: (delivery, signal) => this.#deliver(delivery, signal),
        });
    }

    /** Starts the delivery of a change if there are integrations. Does not wait for the result. */
    follow({ events }: FeedChanges): void {
        if (events.some(({ type }) => ABOUT_INTEGRATIONS.has(type))) this.#isAnyEnabled = 'unknown';
        if (this.#isAnyEnabled !== false) this.wake();
    }

    /** Starts due deliveries without waiting for the result. */
    wake(): void {
        this.#outbox.wake();
    }

    /** Delivers due events; resolves when none is due or in progress. */
    deliverDue(): Promise<void> {
        return this.#outbox.drain();
    }

    /** Waits for deliveries in progress, and aborts them after a timeout; aborted deliveries are retried later. */
    stop(timeoutMs: number): Promise<void> {
        return this.#outbox.stop(timeoutMs);
    }

    /** Sends a test event once, and stores the result. */
    async sendTestEvent(integration: IntegrationRow): Promise<Delivery> {
        const created_at = this.#dependencies.clock().toISOString();
        const key = randomUUID();
        const event = createTestEvent(created_at);
        const { columns } = await this.#send(integration, event, { key, signal: new AbortController().signal });
        const trial = { key, event_id: null, created_at, attempts: 1, due_at: null, ...columns };
        const row = await this.#dependencies.recordObservation(
            async (tx) => {
                if (!(await findIntegration(tx, integration.id))) throw noSuchIntegration(integration.id);
                return tx
                    .insertInto('deliveries')
                    .values({ ...trial, integration_id: integration.id })
                    .returningAll()
                    .executeTakeFirstOrThrow();
            },
            { exclusive: true },
        );
        return toDelivery(row, event);
    }

    async #hasNewEvents(): Promise<boolean> {
        await this.#lookUp();
        return hasNewEvents(this.#dependencies.db);
    }

    async #lookUp(): Promise<void> {
        if (this.#isAnyEnabled !== 'unknown') return;
        this.#isAnyEnabled = 'being looked up';
        const isAny = await isAnyEnabled(this.#dependencies.db);
        // Otherwise integrations have changed in the meantime, and the next round looks them up again.
        if (this.#isAnyEnabled === 'being looked up') this.#isAnyEnabled = isAny;
    }

    async #deliver(
        { integration_id, event_id, key }: OutboxRow<'deliveries'>,
        signal: AbortSignal,
    ): Promise<DeliveryOutcome> {
        const { db } = this.#dependencies;
        const integration = await findIntegration(db, integration_id);
        if (!integration?.enabled)
            return finalFailure('The integration was turned off before the event was delivered.');
        const event = event_id === null ? undefined : (await findEvents(db, [event_id])).get(event_id);
        if (!event) return finalFailure('The event is no longer in the log.');
        return this.#send(integration, event, { key, signal });
    }

    metrics(): Metric[] {
        const samples = [...this.#attempts].flatMap(([destination, attempts]) =>
            Object.entries(attempts).map(([result, value]) => ({ labels: { result, destination }, value })),
        );
        return [
            counter('addon_events_handled', 'Attempts to deliver an event to an integration, by provider', samples),
            gauge('halyard_deliveries_running', 'Deliveries in progress on this node', this.#outbox.running),
        ];
    }

    async #send(integration: IntegrationRow, event: Event, request: DeliveryRequest): Promise<DeliveryOutcome> {
        const outcome = await this.#call(integration, event, request);
        // Metrics are labelled with known providers only, whatever the database contains.
        const destination = findProvider(integration.provider) ? integration.provider : 'unknown';
        const attempts = this.#attempts.get(destination) ?? { success: 0, failed: 0 };
        attempts[outcome.isDelivered ? 'success' : 'failed']++;
        this.#attempts.set(destination, attempts);
        return outcome;
    }

    async #call(integration: IntegrationRow, event: Event, { key, signal }: DeliveryRequest): Promise<DeliveryOutcome> {
        const provider = findProvider(integration.provider);
        if (!provider) return finalFailure(`The provider ${integration.provider} does not exist in this version.`);
        const { db, outbound, clock, publicUrl, secrets, tracer } = this.#dependencies;
        const details = [...(await summarizeRequestChanges(db, event)), ...releaseDetails(event)];
        const integrationEvent: IntegrationEvent = {
            event,
            details,
            link: eventPageUrl(event, publicUrl()),
            key,
            now: clock(),
        };
        try {
            const parameters = decryptParameters(secrets, provider, integration.parameters);
            const { url, headers, body } = provider.call(parameters, integrationEvent);
            const agent = { 'user-agent': 'Halyard' };
            const send = (trace: Record<string, string> = {}) =>
                outbound.send(url, {
                    method: 'POST',
                    headers: { ...agent, ...headers, ...trace },
                    body,
                    signal,
                });
            const { status, text } = await (tracer
                ? tracer.span({ name: `deliver to ${integration.provider}`, kind: 'client' }, async (span) => {
                      const answer = await send({ traceparent: tracer.traceparent! });
                      span.set({ 'http.response.status_code': answer.status });
                      return answer;
                  })
                : send());
            return toOutcome(status, text);
        } catch (error) {
            if (error instanceof OutboundRefused || error instanceof MessageTooLong) return finalFailure(error.message);
            return outcomeOf(false, `The receiver could not be reached: ${reasonOf(error)}`);
        }
    }
}

/** The id of the delivery, and the signal that ends the request. */
interface DeliveryRequest {
    key: string;
    signal: AbortSignal;
}

/** The columns are complete, so that the result of a test event can be inserted. */
type DeliveryOutcome = Outcome<'deliveries'> & { columns: { delivered: boolean; outcome: string } };

const outcomeOf = (isDelivered: boolean, outcome: string): DeliveryOutcome => ({
    isDelivered,
    columns: { delivered: isDelivered, outcome },
});

const finalFailure = (outcome: string): DeliveryOutcome => ({ ...outcomeOf(false, outcome), isFinal: true });

function toOutcome(status: number, text: string): DeliveryOutcome {
    if (status >= 200 && status < 300) return outcomeOf(true, `The receiver answered ${status}.`);
    // PostgreSQL does not accept text with NUL.
    const excerpt = text.replaceAll('\0', '').trim().slice(0, ANSWER_LENGTH).toWellFormed();
    return outcomeOf(false, `The receiver answered ${status}${excerpt && `: ${excerpt}`}`);
}

/** If several addresses were tried, only the code contains the reason. */
const reasonOf = (error: unknown) =>
    error instanceof Error ? error.message || String((error as NodeJS.ErrnoException).code) : String(error);
