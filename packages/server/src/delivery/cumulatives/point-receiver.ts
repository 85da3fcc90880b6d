import type { SdkActor } from '../../core/access/actor.ts';
import { shouldYield, yieldToEventLoop } from '../../core/concurrency/yielding.ts';
import type { MetricSample } from '../../core/series/series.ts';
import type { DeliveryServices } from '../delivery-services.ts';
import { CUMULATIVES } from '../reports/report-types/cumulatives.ts';
import { METRICS } from '../reports/report-types/metrics.ts';
import { addSamples } from '../series/add-samples.ts';
import { type CumulativeEntry, toCumulativeEntry } from './cumulative-entry.ts';
import type { DecodedPoint } from './decoded-point.ts';

/** Data points of one request. */
const MAX_POINTS = 50_000;

/** Receives decoded data points of metrics. */
export class PointReceiver {
    readonly #services: Pick<DeliveryServices, 'reports' | 'clock'>;

    constructor(services: Pick<DeliveryServices, 'reports' | 'clock'>) {
        this.#services = services;
    }

    /** Resolves with what was left out, once the rest is durable; rejects with 503 if the sender has to repeat the request. */
    async receive(
        actor: SdkActor,
        points: Iterable<DecodedPoint | undefined>,
    ): Promise<{ count: number; reason: string }> {
        const { reports, clock } = this.#services;
        const now = clock();
        const samples: MetricSample[] = [];
        const cumulative: CumulativeEntry[] = [];
        const rejected = { count: 0, reason: '' };
        const reject = (reason: string, count = 1) => {
            rejected.count += count;
            rejected.reason ||= reason;
        };
        for (const point of points) {
            if (shouldYield()) await yieldToEventLoop();
            if (point === undefined) continue;
            if ('rejected' in point) reject(point.rejected);
            else if (samples.length + cumulative.length === MAX_POINTS) reject(`more than ${MAX_POINTS} data points`);
            else if (point.cumulative === undefined) samples.push(point.sample);
            else {
                const entry = toCumulativeEntry(point.sample, point.cumulative, { actor, now });
                if (entry === undefined) reject(`${point.sample.name} has an invalid name, value, time or label`);
                else cumulative.push(entry);
            }
        }
        if (samples.length + cumulative.length === 0) return rejected;
        await reports.receive(actor, (buffers) => {
            const { dropped } = addSamples({ buffers, buffer: buffers.in(METRICS) }, { actor, app: '' }, samples);
            if (dropped > 0) reject('invalid names, values, times or labels', dropped);
            for (const entry of cumulative) buffers.in(CUMULATIVES).add(entry);
        });
        return rejected;
    }
}
