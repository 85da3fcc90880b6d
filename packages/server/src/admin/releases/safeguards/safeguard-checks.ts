import type { FeedChanges } from '../../../changes/change-feed.ts';
import type { DueItem, DueKind } from '../../../changes/due-work/due-kind.ts';
import type { RecordObservation } from '../../../changes/record-observation.ts';
import type { Write } from '../../../changes/write.ts';
import { SAFEGUARD_ACTOR } from '../../../core/access/actor.ts';
import { coalesced } from '../../../core/concurrency/coalesced.ts';
import { by, counter, type Metric } from '../../../telemetry/metric.ts';
import {
    dueChecks,
    findSafeguard,
    isComparing,
    isCounting,
    nextCheck,
    type StoredSafeguard,
} from '../../flags/safeguards/safeguard.queries.ts';
import { lengthOf } from '../../observations/series-queries/steps.ts';
import { actOnHarm } from './act-on-harm.ts';
import { announceHold } from './announce-hold.ts';
import { evaluateComparison } from './comparison/evaluate-comparison.ts';
import type { HoldingEvaluation } from './comparison/hold.ts';
import { alignInterests } from './comparison/plan-interests.ts';
import { evaluateCounts } from './counts/evaluate-counts.ts';
import { type MetricDependencies, readMetricValue } from './metric-value.ts';
import { storeEvaluation } from './store-evaluation.ts';
import { compareWithThreshold } from './threshold.ts';

interface SafeguardCheckOptions extends MetricDependencies {
    write: Write;
    recordObservation: RecordObservation;
    /** The version of this build, for exported results. */
    version: string;
    /** Called after units are recorded for other safeguards than before. */
    onInterestsChanged: () => Promise<void>;
    onError: (error: unknown) => void;
}

/** Events after which the units of another milestone, or of none, are recorded. */
const MOVES_RELEASES = /^(release-plan-|safeguard-(changed|deleted)$|feature-(archived|revived)$)/;

/** The evaluations of safeguards, which are due work: each is done once on any number of nodes. */
export class SafeguardChecks implements DueKind {
    /** Stopping harm does not wait. */
    readonly isHeldByFreezes = false;
    readonly nextDue = nextCheck;
    readonly due = dueChecks;
    readonly #options: SafeguardCheckOptions;
    readonly #counts = { checked: 0, acted: 0 };
    readonly #align = coalesced(() => this.#alignOnce());

    constructor(options: SafeguardCheckOptions) {
        this.#options = options;
    }

    isRescheduledBy(eventType: string): boolean {
        return eventType === 'safeguard-changed' || eventType === 'feature-revived';
    }

    /** Records the units of the milestones that are active now. */
    async alignInterests(): Promise<void> {
        await this.#align();
    }

    follow({ events }: FeedChanges): void {
        if (events.some(({ type }) => MOVES_RELEASES.test(type))) this.#align().catch(this.#options.onError);
    }

    /** Resolves when no alignment is in progress. */
    async stop(): Promise<void> {
        await this.#align.idle();
    }

    /** A check changes nothing by itself, so it is not among the announced changes. */
    async list(): Promise<[]> {
        return [];
    }

    async run({ id, at: checkAt }: DueItem): Promise<void> {
        const { db, write, recordObservation } = this.#options;
        const safeguard = await findSafeguard(db, id);
        if (safeguard?.checkAt !== checkAt) return;
        const { hold, ...evaluation } = await this.#evaluate(safeguard);
        const checked = { id, checkAt, evaluation, hold };
        this.#counts.checked++;
        if (evaluation.state === 'harm shown') {
            if (await write(SAFEGUARD_ACTOR, actOnHarm, checked)) this.#counts.acted++;
        } else if (hold !== null && safeguard.hold === null) await write(SAFEGUARD_ACTOR, announceHold, checked);
        else await recordObservation((tx) => storeEvaluation(tx, checked), { exclusive: true });
    }

    metrics(): Metric[] {
        return [
            counter(
                'halyard_safeguards_total',
                'Evaluations of safeguards on this node, and those that stopped a release',
                by('event', this.#counts),
            ),
        ];
    }

    async #evaluate(safeguard: StoredSafeguard): Promise<HoldingEvaluation> {
        const { db, clock, version } = this.#options;
        const { rule } = safeguard;
        const at = clock();
        if (isComparing(rule)) return evaluateComparison(db, { ...safeguard, rule }, { at, version });
        if (isCounting(rule)) return evaluateCounts(this.#options, { ...safeguard, rule }, { at, version });
        const { impactMetric: metric, triggerCondition } = rule;
        const value = await readMetricValue(this.#options, { ...safeguard, metric, at });
        const from = new Date(at.getTime() - lengthOf(metric.timeRange) * 1_000).toISOString();
        const result = compareWithThreshold(value, triggerCondition);
        // A threshold never holds a plan.
        return { at: at.toISOString(), from, ...triggerCondition, ...result, hold: null };
    }

    async #alignOnce(): Promise<void> {
        const { recordObservation, clock, onInterestsChanged } = this.#options;
        await recordObservation((tx) => alignInterests(tx, clock().toISOString()), { exclusive: true });
        await onInterestsChanged();
    }
}
