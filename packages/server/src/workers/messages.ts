import type { InstanceSettings } from '../admin/catalogue/instance-settings/settings.ts';
import type { Config } from '../config.ts';
import type { SdkReports } from '../delivery/metrics/sdk-reports.ts';
import type { HandedSamples } from '../delivery/traffic/traffic-samples.ts';
import type { MeasuredDuration } from '../http/server/metrics.ts';
import type { TakenPlaces } from '../http/streams/stream-quotas.ts';
import type { CachedToken } from '../identity/accounts/api-tokens/token-table.ts';
import type { Publication } from '../publications/publications.ts';
import type { Beginning } from '../snapshots/snapshots.ts';

/** The argument that makes the program a worker. */
export const WORKER_COMMAND = 'worker';

const WORKER_SETTINGS = [
    'authType',
    'basePath',
    'corsMaxAgeSeconds',
    'disableCompression',
    'evaluationEvents',
    'keepAliveSeconds',
    'listenBacklog',
    'logLevel',
    'logRequests',
    'maxStreams',
    'requestSeconds',
    'shutdownMs',
    'streamingHint',
    'trafficSamples',
    'trustedProxies',
] as const satisfies (keyof Config)[];

/** The part of the configuration that a worker needs: no secrets of the operator. */
export type WorkerConfig = Pick<Config, (typeof WORKER_SETTINGS)[number]>;

export const workerConfig = (config: Config): WorkerConfig =>
    Object.fromEntries(WORKER_SETTINGS.map((name) => [name, config[name]])) as unknown as WorkerConfig;

/** The instance settings that affect SDKs. */
export type SdkSettings = Pick<InstanceSettings, 'cors' | 'traffic'>;

/** The first message to a worker. Publications follow in parts: sending all at once would block the owner. */
export interface WorkerStart {
    config: WorkerConfig;
    version: string;
    publicUrl: string;
    /** The socket for requests that workers forward to the owner. */
    door: string;
    revision: number;
    /** The initial state of the snapshots, without the publications. */
    beginning: Omit<Beginning, 'published' | 'since'>;
    tokens: readonly CachedToken[];
    settings: SdkSettings;
    places: TakenPlaces;
    lingerMs: number;
}

/** The effect of a change on processes that serve SDKs. */
export interface SdkChange {
    revision: number;
    publications: Publication[];
    /** All tokens, when one has changed. */
    tokens?: readonly CachedToken[];
    settings?: SdkSettings;
}

/** Queries that only the owner process can answer, by name. */
export interface Questions {
    catchUp: { asks: undefined; answer: undefined };
    flagsTagged: { asks: readonly string[]; answer: string[] };
    acceptReports: { asks: { reports: SdkReports; deliveryKey: string | undefined }; answer: boolean };
}

export type WorkerQuery = keyof Questions;

export type ToWorker =
    | { type: 'start'; start: WorkerStart }
    | { type: 'published'; publications: Publication[] }
    | { type: 'since'; publications: Publication[] }
    | { type: 'begin' }
    /** With the socket that all processes of the node listen on. */
    | { type: 'listen' }
    | { type: 'change'; change: SdkChange }
    | { type: 'places'; moved: TakenPlaces }
    | { type: 'thresholds'; thresholds: ReadonlyMap<string, number> }
    | { type: 'answer'; id: number; answer: unknown }
    | { type: 'failure'; id: number }
    | { type: 'stop' };

/** The report of a worker about itself and its SDKs, once a second. */
export interface WorkerReport {
    /** The ids of the tokens that were used. */
    seen: number[];
    samples: HandedSamples;
    durations: MeasuredDuration[];
    /** Evaluation records for export. */
    evaluations: object[];
    streams: number;
    cpuSeconds: number;
    memoryBytes: number;
}

export type FromWorker =
    /** The worker serves everything up to this revision. */
    | { type: 'at'; revision: number }
    | { type: 'report'; report: WorkerReport }
    | { type: 'places'; moved: TakenPlaces }
    | { [Q in WorkerQuery]: { type: 'ask'; id: number; question: Q; asks: Questions[Q]['asks'] } }[WorkerQuery];
