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
import { toDelivery, trialEvent } from './delivery.queries.ts';
import { type Claimed, claimDeliveries, type DeliveryOutcome, isWorkWaiting, reportAttempt } from './delivery-queue.ts';
import { findIntegration, type IntegrationRow, isAnyEnabled, noSuchIntegration } from './integration.queries.ts';
import type { Delivery } from './integration.schemas.ts';
import { linkTo } from './link.ts';
import { TooLong } from './message-template.ts';
import { openedParameters } from './parameters.ts';
import type { IntegrationEvent } from './providers/provider.ts';
import { findProvider } from './providers/registry.ts';

/** Deliveries of this node under way at the same time. */
const SLOTS = 8;
/** The logged length of a receiver's response. */
const ANSWER_LENGTH = 300;

const ABOUT_INTEGRATIONS: ReadonlySet<string> = new Set<EventType>([
    'addon-config-created',
    'addon-config-updated',
    'addon-config-deleted',
]);

interface DeliveryDependencies {
    /** Records what receivers take how long, and tells them what it belongs to. */
    tracer?: Tracer;
    db: Db;
    observe: Observe;
    clock: () => Date;
    /** The clock of this node is wrong: other nodes deliver what is due. */
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
    readonly #means: DeliveryDependencies;
    readonly #running = new Set<Promise<void>>();
    readonly #abort = new AbortController();
    /** Whether an integration is enabled. */
    #someoneListens: boolean | 'unknown' | 'being looked up' = 'unknown';
    #filling: Promise<void> | undefined;
    #again = false;
    #isStopped = false;
    /** What attempts came to, by provider. */
    readonly #attempts = new Map<string, Record<'success' | 'failed', number>>();

    constructor(means: DeliveryDependencies) {
        this.#means = means;
    }

    /** Starts the delivery of a change if there are integrations; returns at once. */
    follow({ events }: FeedChanges): void {
        if (events.some(({ type }) => ABOUT_INTEGRATIONS.has(type))) this.#someoneListens = 'unknown';
        if (this.#someoneListens !== false) this.wake();
    }

    /** There may be something to do; returns at once. */
    wake(): void {
        this.#fill().catch(this.#means.onError);
    }

    /** Resolves when nothing is due or under way any more. */
    async deliverDue(): Promise<void> {
        do {
            await this.#fill();
            await Promise.all(this.#running);
        } while (this.#running.size > 0 || this.#filling !== undefined);
    }

    /** Sends a trial event now, once, and writes down what came of it. */
    async tryOut(integration: IntegrationRow): Promise<Delivery> {
        const created_at = this.#means.clock().toISOString();
        const key = randomUUID();
        const event = trialEvent(created_at);
        const { delivered, outcome } = await this.#send(integration, event, key);
        const trial = { key, event_id: null, created_at, attempts: 1, due_at: null, delivered, outcome };
        const row = await this.#means.observe(
            async (tx) => {
                if (!(await findIntegration(tx, integration.id))) throw noSuchIntegration(integration.id);
                return tx
                    .insertInto('deliveries')
                    .values({ ...trial, integration_id: integration.id })
                    .returningAll()
                    .executeTakeFirstOrThrow();
            },
            { alone: true },
        );
        return toDelivery(row, event);
    }

    /** Lets what is under way end, and breaks it off if it takes too long; it is tried again later. */
    async stop(patienceMs: number): Promise<void> {
        this.#isStopped = true;
        const force = setTimeout(() => this.#abort.abort(), patienceMs);
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
        const { db, observe, clock } = this.#means;
        await this.#lookUp();
        const limit = SLOTS - this.#running.size;
        if (
            this.#isStopped ||
            this.#means.isPaused() ||
            limit === 0 ||
            !(await isWorkWaiting(db, clock().toISOString()))
        )
            return;
        const { claimed, isMoreToDo } = await observe((tx) => claimDeliveries(tx, { now: clock(), limit }), {
            alone: true,
        });
        for (const delivery of claimed) this.#start(delivery);
        if (isMoreToDo) this.#again = true;
    }

    async #lookUp(): Promise<void> {
        if (this.#someoneListens !== 'unknown') return;
        this.#someoneListens = 'being looked up';
        const isAny = await isAnyEnabled(this.#means.db);
        // Else it has changed since, and is looked up in the next round.
        if (this.#someoneListens === 'being looked up') this.#someoneListens = isAny;
    }

    #start(delivery: Claimed): void {
        const running = this.#attempt(delivery)
            .catch(this.#means.onError)
            .finally(() => {
                this.#running.delete(running);
                this.wake();
            });
        this.#running.add(running);
    }

    async #attempt(delivery: Claimed): Promise<void> {
        const { observe, clock, random } = this.#means;
        const outcome = await this.#outcomeOf(delivery);
        await observe((tx) => reportAttempt(tx, delivery, outcome, { now: clock(), random }));
    }

    async #outcomeOf({ integration_id, event_id, key }: Claimed): Promise<DeliveryOutcome> {
        const integration = await findIntegration(this.#means.db, integration_id);
        if (!integration?.enabled) return givenUp('The integration was switched off before it was delivered.');
        const event = event_id === null ? undefined : (await findEvents(this.#means.db, [event_id])).get(event_id);
        if (!event) return givenUp('The event is not in the log any more.');
        return this.#send(integration, event, key);
    }

    metrics(): Metric[] {
        const samples = [...this.#attempts].flatMap(([destination, attempts]) =>
            Object.entries(attempts).map(([result, value]) => ({ labels: { result, destination }, value })),
        );
        return [
            counter('addon_events_handled', 'Attempts to tell an integration of an event, by its provider', samples),
            gauge('halyard_deliveries_running', 'Deliveries of this node that are under way', this.#running.size),
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
        if (!provider) return givenUp(`This version knows no provider ${integration.provider}.`);
        const { db, outbound, clock, publicUrl, secrets, tracer } = this.#means;
        const details = await summarizeRequestChanges(db, event);
        const happening: IntegrationEvent = { event, details, link: linkTo(event, publicUrl()), key, now: clock() };
        try {
            const parameters = openedParameters(secrets, provider, integration.parameters);
            const { url, headers, body } = provider.call(parameters, happening);
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
            return answered(status, text);
        } catch (error) {
            if (error instanceof OutboundRefused || error instanceof TooLong) return givenUp(error.message);
            return { delivered: false, outcome: `The receiver could not be reached: ${reasonOf(error)}` };
        }
    }
}

const givenUp = (outcome: string): DeliveryOutcome => ({ delivered: false, outcome, isFinal: true });

function answered(status: number, text: string): DeliveryOutcome {
    if (status >= 200 && status < 300) return { delivered: true, outcome: `The receiver answered ${status}.` };
    // PostgreSQL takes no text with NUL.
    const said = text.replaceAll('\0', '').trim().slice(0, ANSWER_LENGTH).toWellFormed();
    return { delivered: false, outcome: `The receiver answered ${status}${said && `: ${said}`}` };
}

/** When several addresses were tried, only the code says why none worked. */
const reasonOf = (error: unknown) =>
    error instanceof Error ? error.message || String((error as NodeJS.ErrnoException).code) : String(error);
