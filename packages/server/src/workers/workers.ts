import type { Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Settings } from '../admin/catalogue/instance-settings/settings.ts';
import type { ChangeFeed, FeedChanges } from '../changes/change-feed.ts';
import type { Config } from '../config.ts';
import type { Measurements } from '../delivery/metrics/measurements.ts';
import type { TrafficSamples } from '../delivery/traffic/traffic-samples.ts';
import type { MeasuredDuration } from '../http/server/metrics.ts';
import { addPlaces, type StreamPlaces, type TakenPlaces } from '../http/streams/stream-quotas.ts';
import { haveTokensChanged, type TokenTable } from '../identity/accounts/api-tokens/token-table.ts';
import { readBeginning } from '../snapshots/snapshots.ts';
import type { Db } from '../storage/database.ts';
import { counter, gauge, type Metric } from '../telemetry/metric.ts';
import {
    type FromWorker,
    type Questions,
    type SdkChange,
    type SdkSettings,
    type WorkerQuery,
    type WorkerReport,
    workerConfig,
} from './messages.ts';
import { OwnerSocket } from './owner-socket.ts';
import { tellMoves } from './stream-moves.ts';
import { WorkerProcess } from './worker-process.ts';

interface WorkersDependencies {
    config: Config;
    version: string;
    db: Db;
    changeFeed: ChangeFeed;
    tokens: TokenTable;
    settings: Settings;
    places: StreamPlaces;
    measurements: Measurements;
    trafficSamples: TrafficSamples;
    flagsTagged: (tags: readonly string[]) => Promise<string[]>;
    onDurations: (durations: readonly MeasuredDuration[]) => void;
    /** The consumer of evaluation records; undefined: none. */
    addEvaluation: ((record: object) => void) | undefined;
    log: Logger;
}

interface Where {
    server: Server;
    publicUrl: string;
    lingerMs: number;
}

const LOOK_MS = 2_000;
/** A worker that exits sooner than this is likely to exit again. */
const SOON_MS = 10_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

/**
 * The worker processes that serve SDKs beside this process, which owns the database. This process sends them all state, and they
 * forward the reports of SDKs to it. All processes accept connections from one socket, so connections that wait when a worker
 * exits are accepted by another.
 */
export class Workers {
    readonly door = new OwnerSocket();
    readonly #means: WorkersDependencies;
    readonly #running = new Set<WorkerProcess>();
    readonly #answers: { [Q in WorkerQuery]: (asks: Questions[Q]['asks']) => Promise<Questions[Q]['answer']> };
    #where: (Where & { door: string }) | undefined;
    /** All workers have received everything up to here, as far as it concerns them. */
    #revision = 0;
    #isStopping = false;
    #replaced = 0;
    #pause = 0;
    #look: NodeJS.Timeout | undefined;

    constructor(means: WorkersDependencies) {
        this.#means = means;
        this.#answers = {
            catchUp: async () => void (await means.changeFeed.catchUp()),
            flagsTagged: means.flagsTagged,
            acceptReports: ({ reports, deliveryKey }) => means.measurements.accept(reports, deliveryKey),
        };
    }

    /** Starts this number of workers. */
    async start(count: number, where: Where): Promise<void> {
        if (count === 0) return;
        this.#revision ||= this.#means.changeFeed.revision;
        this.#where = { ...where, door: await this.door.open(where.server, this.#means.config.listenBacklog) };
        tellMoves(this.#means.places, (moved) => this.#tellPlaces(moved));
        this.#look = setInterval(() => {
            for (const worker of this.#running) worker.lookAfter();
        }, LOOK_MS).unref();
        for (let number = 1; number <= count; number++) void this.#keep(number);
    }

    /** Sends the effect of a change to all workers. */
    follow(changes: FeedChanges): void {
        const { revision, publications, events } = changes;
        this.#revision = revision;
        if (this.#running.size === 0) return;
        const tokens = haveTokensChanged(changes);
        const settings = events.some(({ type }) => type.startsWith('setting-'));
        if (publications.length === 0 && !tokens && !settings) return;
        const change: SdkChange = {
            revision,
            publications,
            ...(tokens && { tokens: this.#means.tokens.rows }),
            ...(settings && { settings: this.#settings() }),
        };
        for (const worker of this.#running) worker.follow(change);
    }

    /** Resolves when all serving workers have processed what was sent so far. */
    async caughtUp(): Promise<void> {
        if (this.#running.size > 0) await Promise.all([...this.#running].map((worker) => worker.caughtUp()));
    }

    /** Stops the workers, each after its last response. */
    async stop(): Promise<void> {
        this.#isStopping = true;
        clearInterval(this.#look);
        const running = [...this.#running];
        for (const worker of running) worker.stop();
        const { shutdownMs } = this.#means.config;
        const patience = setTimeout(
            () => {
                for (const worker of running) worker.kill();
            },
            2 * shutdownMs + 1_000,
        );
        await Promise.all(running.map((worker) => worker.ended));
        clearTimeout(patience);
        await this.door.close();
    }

    /** In the text format of Prometheus. */
    metrics(): Metric[] {
        const serving = [...this.#running].filter(({ serves }) => serves);
        const each = (value: (worker: WorkerProcess) => number) =>
            serving.map((worker) => ({
                labels: { worker: String(worker.number), pid: String(worker.pid) },
                value: value(worker),
            }));
        return [
            gauge('halyard_workers', 'Processes that serve SDKs beside the one that owns the database', serving.length),
            counter('halyard_workers_replaced_total', 'Workers that ended and were replaced', this.#replaced),
            gauge(
                'halyard_worker_streams',
                'Streams open there',
                each(({ latest }) => latest?.streams ?? 0),
            ),
            counter(
                'halyard_worker_cpu_seconds_total',
                'Processor time',
                each(({ latest }) => latest?.cpuSeconds ?? 0),
            ),
            gauge(
                'halyard_worker_resident_memory_bytes',
                'Resident memory',
                each(({ latest }) => latest?.memoryBytes ?? 0),
            ),
        ];
    }

    /** Replaces a worker whenever it exits, until the service stops. */
    async #keep(number: number): Promise<void> {
        while (!this.#isStopping) {
            const worker = new WorkerProcess(number, this.#means.config.workerEnvironment, (message) =>
                this.#hear(worker, message),
            );
            this.#running.add(worker);
            await this.#begin(worker).catch((error: unknown) => {
                this.#means.log.error({ err: error }, 'a worker could not begin');
                worker.kill();
            });
            await worker.ended;
            this.#running.delete(worker);
            this.#giveBack(worker);
            if (this.#isStopping) return;
            this.#replaced++;
            this.#means.log.warn({ worker: number, workerPid: worker.pid }, 'a worker has ended and is replaced');
            await this.#pauseAfter(worker);
        }
    }

    async #begin(worker: WorkerProcess): Promise<void> {
        const { config, version, db, tokens, places, addEvaluation } = this.#means;
        const { door, publicUrl, lingerMs } = this.#where!;
        // The current state: changes during the initial read are sent afterwards.
        const start = {
            config: workerConfig(addEvaluation ? config : { ...config, evaluationEvents: 0 }),
            version,
            publicUrl,
            door,
            revision: this.#revision,
            tokens: tokens.rows,
            settings: this.#settings(),
            places: structuredClone(places.taken),
            lingerMs,
        };
        const { published, since, ...beginning } = await readBeginning(db, start.revision);
        await worker.begin({ ...start, beginning }, { published, since });
    }

    #hear(worker: WorkerProcess, message: FromWorker): void {
        switch (message.type) {
            case 'at':
                // Not before it is complete: from then on, writes wait for it.
                if (!worker.serves && worker.isUpToDate && !this.#isStopping) worker.listen(this.#where!.server);
                return;
            case 'places':
                this.#means.places.moveElsewhere(message.moved);
                this.#tellPlaces(message.moved, worker);
                return;
            case 'report':
                this.#take(worker, message.report);
                return;
            case 'ask':
                void this.#answer(worker, message);
                return;
        }
    }

    #take(worker: WorkerProcess, { seen, samples, durations, evaluations }: WorkerReport): void {
        const { tokens, trafficSamples, onDurations, addEvaluation } = this.#means;
        tokens.sawElsewhere(seen);
        onDurations(durations);
        for (const record of evaluations) addEvaluation?.(record);
        const thresholds = trafficSamples.takeIn(samples);
        if (thresholds.size > 0) worker.tell({ type: 'thresholds', thresholds });
    }

    async #answer(worker: WorkerProcess, { id, question, asks }: FromWorker & { type: 'ask' }): Promise<void> {
        try {
            // Each query has its own input type.
            const answer = await this.#answers[question](asks as never);
            worker.tell({ type: 'answer', id, answer });
        } catch (error) {
            this.#means.log.warn({ err: error, question }, 'a worker could not be answered');
            worker.tell({ type: 'failure', id });
        }
    }

    /** The streams of an exited worker are gone. */
    #giveBack(worker: WorkerProcess): void {
        this.#means.places.moveElsewhere(worker.held, -1);
        const given = { total: 0, ofKey: new Map(), ofAddress: new Map() };
        addPlaces(given, worker.held, -1);
        this.#tellPlaces(given, worker);
    }

    #tellPlaces(moved: TakenPlaces, except?: WorkerProcess): void {
        for (const worker of this.#running) if (worker !== except) worker.tell({ type: 'places', moved });
    }

    /** Restarts of a worker that exits right after its start are delayed more and more. */
    async #pauseAfter({ startedAt }: WorkerProcess): Promise<void> {
        const endedSoon = performance.now() - startedAt < SOON_MS;
        this.#pause = endedSoon ? Math.min(Math.max(2 * this.#pause, FIRST_PAUSE_MS), LONGEST_PAUSE_MS) : 0;
        await delay(this.#pause, undefined, { ref: false });
    }

    #settings(): SdkSettings {
        const { settings } = this.#means;
        return { cors: settings.get('cors'), traffic: settings.get('traffic') };
    }
}
