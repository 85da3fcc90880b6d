import type { SdkActor } from '../../core/access/actor.ts';
import { shouldYield, yieldToEventLoop } from '../../core/concurrency/yielding.ts';
import type { DeliveryServices } from '../delivery-services.ts';
import { OUTCOMES } from '../reports/report-types/outcomes.ts';
import { isVisible, visibleProjects } from '../sdk-scope.ts';
import { type OutcomeInput, type ReportedOutcome, readOutcome } from './outcome.ts';
import { type OutcomeEntry, toEntry } from './outcome-entry.ts';
import { OutcomeLimits } from './outcome-limits.ts';

export interface OutcomeCounts {
    accepted: number;
    dropped: number;
}

/** An element of a body; undefined: malformed, and dropped. */
export type OutcomeItem = OutcomeInput | undefined;

/** Outcomes of one request. */
const MAX_OUTCOMES = 50_000;

type OutcomeDependencies = Pick<DeliveryServices, 'reports' | 'snapshots' | 'outcomeUnits' | 'clock'>;

/** Receives outcomes in any format. One that is invalid or beyond a limit is dropped, and the others are counted. */
export class OutcomeReceiver {
    readonly #services: OutcomeDependencies;
    readonly #limits = new OutcomeLimits();

    constructor(services: OutcomeDependencies) {
        this.#services = services;
    }

    /** Resolves once the outcomes are durable; rejects with 503 if the sender has to repeat them. */
    async receive(
        actor: SdkActor,
        batches: AsyncIterable<OutcomeItem[]> | Iterable<OutcomeItem[]>,
    ): Promise<OutcomeCounts> {
        const { reports, clock, outcomeUnits: outcomes } = this.#services;
        const now = clock().getTime();
        const entries: OutcomeEntry[] = [];
        const dropped = { form: 0, name: 0, limit: 0 };
        for await (const batch of batches) {
            for (const item of batch) {
                const outcome = item && readOutcome(item, now);
                if (outcome === undefined) dropped.form++;
                else if (entries.length === MAX_OUTCOMES) dropped.limit++;
                else if (!this.#isNameKnown(actor, outcome)) dropped.name++;
                else {
                    const entry = toEntry(outcome, { actor, outcomes });
                    const isSingle = entry.id !== undefined || entry.row !== undefined;
                    if (isSingle && !this.#limits.isSingleAdmitted(actor, now)) dropped.limit++;
                    else entries.push(entry);
                }
            }
            if (shouldYield()) await yieldToEventLoop();
        }
        const sum = dropped.form + dropped.name + dropped.limit;
        if (entries.length + sum > 0) {
            await reports.receive(actor, (buffers) => {
                for (const entry of entries) buffers.in(OUTCOMES).add(entry);
                if (dropped.form > 0) buffers.drop('form', dropped.form);
                if (dropped.name > 0) buffers.drop('name', dropped.name);
                if (dropped.limit > 0) buffers.drop('limit', dropped.limit);
            });
        }
        return { accepted: entries.length, dropped: sum };
    }

    #isNameKnown(actor: SdkActor, { signal, name }: ReportedOutcome): boolean {
        if (signal === 'outcome') return this.#limits.isNameAdmitted(actor, name);
        const flag = this.#services.snapshots.of(actor.environment).flags.get(name);
        return flag !== undefined && isVisible(flag.project, visibleProjects(actor));
    }
}
