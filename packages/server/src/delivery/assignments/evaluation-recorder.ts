import type { Context } from '@halyard/engine';
import type { SdkActor } from '../../core/access/actor.ts';
import type { Evaluated } from '../evaluation-events.ts';
import type { OutcomeContext, ReportedOutcome } from '../outcomes/outcome.ts';
import { toEntry } from '../outcomes/outcome-entry.ts';
import { OutcomeLimits } from '../outcomes/outcome-limits.ts';
import type { OutcomeProtection } from '../outcomes/outcome-protection.ts';
import type { ReportReceiver } from '../reports/report-receiver.ts';
import { OUTCOMES } from '../reports/report-types/outcomes.ts';
import { isVisible, visibleProjects } from '../sdk-scope.ts';
import { areEvaluationsRecorded, type RecordedFlag, type RecordedFlags } from './recorded-flags.ts';

interface EvaluationRecorderOptions {
    flags: RecordedFlags;
    reports: ReportReceiver;
    outcomes: OutcomeProtection;
    clock: () => Date;
}

/** Units that are remembered for each interest; others may be recorded twice, which changes nothing. */
const MAX_REMEMBERED = 200_000;
/** Evaluations that wait to be recorded. */
const MAX_WAITING = 20_000;
const FLUSH_MS = 200;

interface WaitingEvaluation {
    actor: SdkActor;
    project: string;
    outcome: ReportedOutcome;
    interest: string;
}

/** Records which units the service itself evaluated a flag for: each unit once for each definition. Requests do not wait for it. */
export class EvaluationRecorder {
    readonly #options: EvaluationRecorderOptions;
    readonly #limits = new OutcomeLimits();
    /** By interest and unit: the definitions for which the unit was recorded. */
    readonly #seen = new Map<string, { environment: string; units: Map<string, object> }>();
    #waiting: WaitingEvaluation[] = [];
    #timer: NodeJS.Timeout | undefined;

    constructor(options: EvaluationRecorderOptions) {
        this.#options = options;
        options.flags.onChange(() => this.#forgetEnded());
    }

    readonly see = ({ actor, context, flag }: Evaluated): void => {
        const { flags } = this.#options;
        const recorded = flags.in(actor.environment);
        if (recorded === undefined) return;
        const version = flags.currentFlags(actor.environment);
        if (version === undefined) return;
        for (const each of recorded) {
            if (flag !== undefined && flag !== each.flag) continue;
            if (!areEvaluationsRecorded(each) || (each.backendOnly && actor.kind === 'frontend')) continue;
            const unit = fieldOf(context, each.unit);
            if (unit === undefined || this.#seen.get(each.id)?.units.get(unit) === version) continue;
            if (isVisible(each.project, visibleProjects(actor))) this.#record(actor, { each, context, unit, version });
        }
    };

    /** Records what waits. */
    async flush(): Promise<void> {
        clearTimeout(this.#timer);
        this.#timer = undefined;
        const waiting = this.#waiting;
        this.#waiting = [];
        const { reports, outcomes } = this.#options;
        const groups = Map.groupBy(waiting, ({ actor }) => actor);
        for (const [actor, group] of groups) {
            await reports
                .receive(actor, (buffers) => {
                    for (const { outcome, project } of group) {
                        buffers.in(OUTCOMES).add(toEntry(outcome, { actor, project, outcomes }));
                    }
                })
                // Their next evaluation is recorded instead.
                .catch(() => {
                    for (const { interest, outcome } of group) this.#seen.get(interest)?.units.delete(outcome.unit!);
                });
        }
    }

    stop(): void {
        clearTimeout(this.#timer);
        this.#waiting = [];
    }

    #forgetEnded(): void {
        const { flags } = this.#options;
        for (const [id, { environment }] of this.#seen) {
            if (!flags.in(environment)?.some((each) => each.id === id)) this.#seen.delete(id);
        }
    }

    #record(actor: SdkActor, { each, context, unit, version }: NewEvaluation): void {
        const now = this.#options.clock().getTime();
        if (this.#waiting.length >= MAX_WAITING || !this.#limits.isSingleAdmitted(actor, now)) return;
        const seen = this.#seen.get(each.id) ?? { environment: actor.environment, units: new Map<string, object>() };
        if (seen.units.size >= MAX_REMEMBERED) seen.units.clear();
        seen.units.set(unit, version);
        this.#seen.set(each.id, seen);
        const outcome = {
            signal: 'evaluation' as const,
            name: each.flag,
            unit,
            context: plain(context),
            at: now,
            count: 1,
        };
        this.#waiting.push({ actor, project: each.project, outcome, interest: each.id });
        this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref();
    }
}

interface NewEvaluation {
    each: RecordedFlag;
    context: Context;
    unit: string;
    version: object;
}

function fieldOf(context: Context, field: string): string | undefined {
    const { properties } = context;
    const holder = Object.hasOwn(context, field)
        ? context
        : properties && Object.hasOwn(properties, field) && properties;
    const value = holder ? (holder as Record<string, unknown>)[field] : undefined;
    return value === '' || value === undefined || value === null ? undefined : String(value);
}

/** The members of a context in one object, as in outcomes. */
function plain(context: Context): OutcomeContext {
    const { properties = {}, ...fields } = context as Record<string, unknown> & {
        properties?: Record<string, unknown>;
    };
    const isSingle = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);
    const entries = [...Object.entries(properties), ...Object.entries(fields)].filter(([, value]) => isSingle(value));
    return Object.fromEntries(entries) as OutcomeContext;
}
