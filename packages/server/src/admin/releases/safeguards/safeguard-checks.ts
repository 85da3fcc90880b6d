import type { DueItem, DueKind } from '../../../changes/due-work/due-kind.ts';
import type { RecordObservation } from '../../../changes/record-observation.ts';
import type { Write } from '../../../changes/write.ts';
import { SAFEGUARD_ACTOR } from '../../../core/access/actor.ts';
import { by, counter, type Metric } from '../../../telemetry/metric.ts';
import { lengthOf } from '../../observations/series-queries/steps.ts';
import { actOnHarm } from './act-on-harm.ts';
import { type MetricDependencies, readMetricValue } from './metric-value.ts';
import { dueChecks, findSafeguard, nextCheck, type StoredSafeguard } from './safeguard.queries.ts';
import type { ThresholdEvaluation } from './safeguard.schemas.ts';
import { storeEvaluation } from './store-evaluation.ts';
import { compareWithThreshold } from './threshold.ts';

interface SafeguardCheckOptions extends MetricDependencies {
    write: Write;
    recordObservation: RecordObservation;
}

/** The evaluations of safeguards, which are due work: each is done once on any number of nodes. */
export class SafeguardChecks implements DueKind {
    /** Stopping harm does not wait. */
    readonly isHeldByFreezes = false;
    readonly nextDue = nextCheck;
    readonly due = dueChecks;
    readonly #options: SafeguardCheckOptions;
    readonly #counts = { checked: 0, acted: 0 };

    constructor(options: SafeguardCheckOptions) {
        this.#options = options;
    }

    isRescheduledBy(eventType: string): boolean {
        return eventType === 'safeguard-changed' || eventType === 'feature-revived';
    }

    /** A check changes nothing by itself, so it is not among the announced changes. */
    async list(): Promise<[]> {
        return [];
    }

    async run({ id, at: checkAt }: DueItem): Promise<void> {
        const { db, write, recordObservation } = this.#options;
        const safeguard = await findSafeguard(db, id);
        if (safeguard?.checkAt !== checkAt) return;
        const checked = { id, checkAt, evaluation: await this.#evaluate(safeguard) };
        this.#counts.checked++;
        if (checked.evaluation.state === 'harm shown') {
            if (await write(SAFEGUARD_ACTOR, actOnHarm, checked)) this.#counts.acted++;
        } else await recordObservation((tx) => storeEvaluation(tx, checked), { exclusive: true });
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

    async #evaluate({ rule, ...address }: StoredSafeguard): Promise<ThresholdEvaluation> {
        const { impactMetric: metric, triggerCondition } = rule;
        const at = this.#options.clock();
        const value = await readMetricValue(this.#options, { ...address, metric, at });
        const from = new Date(at.getTime() - lengthOf(metric.timeRange) * 1_000).toISOString();
        return { at: at.toISOString(), from, ...triggerCondition, ...compareWithThreshold(value, triggerCondition) };
    }
}
