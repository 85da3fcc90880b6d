import { performance } from 'node:perf_hooks';
import type { Db } from '../storage/database.ts';
import { Histogram } from '../telemetry/histogram.ts';
import { BoundedCounts, by, counter, gauge, type Metric } from '../telemetry/metric.ts';
import type { Tracer } from '../telemetry/otlp/tracer.ts';
import type { ChangeFeed, FeedChanges } from './change-feed.ts';

const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];
/** Upper limit of event types, including those of other versions. */
const EVENT_TYPES = 300;

/** Metrics of the change feed: received changes, and the time until this node applied them. */
export class FeedMetrics {
    readonly #events = new BoundedCounts(EVENT_TYPES);
    readonly #durations = new Histogram(SECONDS);
    #publications = 0;
    #head = 0;
    #began = 0;
    readonly #tracer: Tracer | undefined;
    #span: ReturnType<Tracer['begin']> | undefined;

    constructor(tracer?: Tracer) {
        this.#tracer = tracer;
    }

    begins({ revision, events, publications }: FeedChanges): void {
        this.#began = performance.now();
        for (const { type } of events) this.#events.add(type);
        this.#publications += publications.length;
        this.#span = this.#tracer?.begin({
            name: 'follow changes',
            attributes: {
                'halyard.revision': revision,
                'halyard.events': events.length,
                'halyard.publications': publications.length,
            },
        });
    }

    ends(): void {
        this.#durations.observe((performance.now() - this.#began) / 1000);
        this.#span?.end();
    }

    async metrics(db: Db, { revision, staleSeconds }: ChangeFeed): Promise<Metric[]> {
        // Without a connection, the last known revision is used.
        const head = await db
            .selectFrom('event_head')
            .select('revision')
            .executeTakeFirst()
            .catch(() => undefined);
        this.#head = Math.max(head?.revision ?? this.#head, revision);
        const updates = Object.entries(this.#events.all).filter(([type]) => type.startsWith('feature-'));
        return [
            gauge('halyard_revision', 'The newest revision that this node serves', revision),
            gauge('halyard_head_revision', 'The newest revision in the database', this.#head),
            gauge('halyard_revision_lag', 'Revisions that this node has still to follow', this.#head - revision),
            gauge(
                'halyard_stale_seconds',
                'Time since this node was known to serve the newest revision; up to 2 in normal operation',
                staleSeconds,
            ),
            counter(
                'halyard_events_total',
                'Events that this node received, its own included',
                by('type', this.#events.all),
            ),
            counter(
                'halyard_publications_total',
                'Publications that this node received, its own included',
                this.#publications,
            ),
            {
                name: 'halyard_follow_duration_seconds',
                help: 'How long this node took from hearing of a change to serving it',
                type: 'histogram',
                samples: this.#durations.samples(),
            },
            counter('feature_toggle_update_total', 'Changes of flags', by('action', Object.fromEntries(updates))),
        ];
    }
}
