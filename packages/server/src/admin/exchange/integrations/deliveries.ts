import { randomUUID } from 'node:crypto';
import type { FeedChanges } from '../../../changes/change-feed.ts';
import type { Observe } from '../../../changes/observe.ts';
import type { EventType } from '../../../core/events/event-types.ts';
import { type Outbound, OutboundRefused } from '../../../outbound/outbound.ts';
import type { Db } from '../../../storage/database.ts';
import type { SecretBox } from '../../../storage/secret-box.ts';
import { counter, gauge, type Metric } from '../../../telemetry/metric.ts';
import type { Tracer } from '../../../telemetry/otlp/tracer.ts';
import { summarizeRequestChanges } from '../../governance/change-requests/notifications/request-summaries.ts';
import { findEvents } from '../../observations/events/event.queries.ts';
import type { Event } from '../../observations/events/event.schemas.ts';
import { createTestEvent, toDelivery } from './delivery.queries.ts';
import {
    type ClaimedDelivery,
    claimDeliveries,
    type DeliveryOutcome,
    hasPendingWork,
    reportAttempt,
} from './delivery-queue.ts';
import { eventPageUrl } from './event-page-url.ts';
import { findIntegration, type IntegrationRow, isAnyEnabled, noSuchIntegration } from './integration.queries.ts';
import type { Delivery } from './integration.schemas.ts';
import { MessageTooLong } from './message-template.ts';
import { decryptParameters } from './parameters.ts';
import type { IntegrationEvent } from './providers/provider.ts';
import { findProvider } from './providers/registry.ts';

/** The maximum number of concurrent deliveries of this node. */
const MAX_CONCURRENT = 8;
/** The logged length of a receiver's response. */
const ANSWER_LENGTH = 300;

const ABOUT_INTEGRATIONS: ReadonlySet<string> = new Set<EventType>([
    'addon-config-created',
    'addon-config-updated',
    'addon-config-deleted',
]);

interface DeliveryDependencies {
    /** Records the duration of requests to receivers, and sends them the trace context. */
    tracer?: Tracer;
    db: Db;
    observe: Observe;
    clock: () => Date;
    /** Whether the clock of this node is wrong, so that other nodes have to deliver. */
    isPaused: () => boolean;
    random: () => number;
    outbound: Outbound;
    secrets: SecretBox;
    publicUrl: () => string;
    onError: (error: unknown) => void;
}

/**
 * Delivers events to integrations. A delivery is stored before it is sent and deleted only afterwards, so a crash loses nothing;
 * at worst a receiver gets the same delivery, with the same id, twice.
 */
export class Deliveries {
    readonly #dependencies: DeliveryDependencies;
    readonly #running = new Set<Promise<void>>();
    readonly #abort = new AbortController();
    /** Whether an integration is enabled. */
    #isAnyEnabled: boolean | 'unknown' | 'being looked up' = 'unknown';
    #filling: Promise<void> | undefined;
    #again = false;
    #isStopped = false;
    /** The results of attempts, by provider. */
    readonly #attempts = new Map<string, Record<'success' | 'failed', number>>();

    constructor(dependencies: DeliveryDependencies) {
        this.#dependencies = dependencies;
    }

    /** Starts the delivery of a change if there are integrations. Does not wait for the result. */
    follow({ events }: FeedChanges): void {
        if (events.some(({ type }) => ABOUT_INTEGRATIONS.has(type))) this.#isAnyEnabled = 'unknown';
        if (this.#isAnyEnabled !== false) this.wake();
    }

    /** Starts due deliveries without waiting for the result. */
    wake(): void {
        this.#fill().catch(this.#dependencies.onError);
    }

    /** Delivers due events; resolves when none is due or in progress. */
    async deliverDue(): Promise<void> {
        do {
            await this.#fill();
            await Promise.all(this.#running);
        } while (this.#running.size > 0 || this.#filling !== undefined);
    }

    /** Sends a test event once, and stores the result. */
    async sendTestEvent(integration: IntegrationRow): Promise<Delivery> {
        const created_at = this.#dependencies.clock().toISOString();
        const key = randomUUID();
        const event = createTestEvent(created_at);
        const { delivered, outcome } = await this.#send(integration, event, key);
        const trial = { key, event_id: null, created_at, attempts: 1, due_at: null, delivered, outcome };
        const row = await this.#dependencies.observe(
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

    /** Waits for deliveries in progress, and aborts them after a timeout; aborted deliveries are retried later. */
    async stop(timeoutMs: number): Promise<void> {
        this.#isStopped = true;
        const force = setTimeout(() => this.#abort.abort(), timeoutMs);
        await this.#filling?.catch(() => undefined);
        await Promise.all(this.#running);
        clearTimeout(force);
    }

    #fill(): Promise<void> {
        this.#again = true;
        this.#filling ??= this.#rounds();
        return this.#filling;
    }

    async #rounds(): Promise<void> {
        try {
            while (this.#again) {
                this.#again = false;
                await this.#round();
            }
        } finally {
            this.#filling = undefined;
        }
    }

    async #round(): Promise<void> {
        const { db, observe, clock } = this.#dependencies;
        await this.#lookUp();
        const limit = MAX_CONCURRENT - this.#running.size;
        if (
            this.#isStopped ||
            this.#dependencies.isPaused() ||
            limit === 0 ||
            !(await hasPendingWork(db, clock().toISOString()))
        )
            return;
        const { claimed, isMoreToDo } = await observe((tx) => claimDeliveries(tx, { now: clock(), limit }), {
            exclusive: true,
        });
        for (const delivery of claimed) this.#start(delivery);
        if (isMoreToDo) this.#again = true;
    }

    async #lookUp(): Promise<void> {
        if (this.#isAnyEnabled !== 'unknown') return;
        this.#isAnyEnabled = 'being looked up';
        const isAny = await isAnyEnabled(this.#dependencies.db);
        // Otherwise integrations have changed in the meantime, and the next round looks them up again.
        if (this.#isAnyEnabled === 'being looked up') this.#isAnyEnabled = isAny;
    }

    #start(delivery: ClaimedDelivery): void {
        const running = this.#attempt(delivery)
            .catch(this.#dependencies.onError)
            .finally(() => {
                this.#running.delete(running);
                this.wake();
            });
        this.#running.add(running);
    }

    async #attempt(delivery: ClaimedDelivery): Promise<void> {
        const { observe, clock, random } = this.#dependencies;
        const outcome = await this.#outcomeOf(delivery);
        await observe((tx) => reportAttempt(tx, delivery, outcome, { now: clock(), random }));
    }

    async #outcomeOf({ integration_id, event_id, key }: ClaimedDelivery): Promise<DeliveryOutcome> {
        const integration = await findIntegration(this.#dependencies.db, integration_id);
        if (!integration?.enabled)
            return finalFailure('The integration was turned off before the event was delivered.');
        const event =
            event_id === null ? undefined : (await findEvents(this.#dependencies.db, [event_id])).get(event_id);
        if (!event) return finalFailure('The event is no longer in the log.');
        return this.#send(integration, event, key);
    }

    metrics(): Metric[] {
        const samples = [...this.#attempts].flatMap(([destination, attempts]) =>
            Object.entries(attempts).map(([result, value]) => ({ labels: { result, destination }, value })),
        );
        return [
            counter('addon_events_handled', 'Attempts to deliver an event to an integration, by provider', samples),
            gauge('halyard_deliveries_running', 'Deliveries in progress on this node', this.#running.size),
        ];
    }

    async #send(integration: IntegrationRow, event: Event, key: string): Promise<DeliveryOutcome> {
        const outcome = await this.#call(integration, event, key);
        // Metrics are labelled with known providers only, whatever the database contains.
        const destination = findProvider(integration.provider) ? integration.provider : 'unknown';
        const attempts = this.#attempts.get(destination) ?? { success: 0, failed: 0 };
        attempts[outcome.delivered ? 'success' : 'failed']++;
        this.#attempts.set(destination, attempts);
        return outcome;
    }

    async #call(integration: IntegrationRow, event: Event, key: string): Promise<DeliveryOutcome> {
        const provider = findProvider(integration.provider);
        if (!provider) return finalFailure(`The provider ${integration.provider} does not exist in this version.`);
        const { db, outbound, clock, publicUrl, secrets, tracer } = this.#dependencies;
        const details = await summarizeRequestChanges(db, event);
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
                    signal: this.#abort.signal,
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
            return { delivered: false, outcome: `The receiver could not be reached: ${reasonOf(error)}` };
        }
    }
}

const finalFailure = (outcome: string): DeliveryOutcome => ({ delivered: false, outcome, isFinal: true });

function toOutcome(status: number, text: string): DeliveryOutcome {
    if (status >= 200 && status < 300) return { delivered: true, outcome: `The receiver answered ${status}.` };
    // PostgreSQL does not accept text with NUL.
    const excerpt = text.replaceAll('\0', '').trim().slice(0, ANSWER_LENGTH).toWellFormed();
    return { delivered: false, outcome: `The receiver answered ${status}${excerpt && `: ${excerpt}`}` };
}

/** If several addresses were tried, only the code contains the reason. */
const reasonOf = (error: unknown) =>
    error instanceof Error ? error.message || String((error as NodeJS.ErrnoException).code) : String(error);
