import type { Logger } from 'pino';
import type { Settings } from '../admin/catalogue/instance-settings/settings.ts';
import type { UseCounts } from '../admin/catalogue/use-counts/use-counts.ts';
import type { Deliveries } from '../admin/exchange/integrations/deliveries.ts';
import type { DataSourceClient } from '../admin/experiments/data-sources/queries/data-source-client.ts';
import type { VersionsSince } from '../admin/experiments/data-sources/results/statistics-of.ts';
import type { FlagIndex } from '../admin/flags/flag-index/flag-index.ts';
import type { Schedules } from '../admin/governance/change-requests/schedules/schedules.ts';
import type { EventIndex } from '../admin/observations/events/event-index.ts';
import type { ProjectIndex } from '../admin/overview/project-pages/project-index.ts';
import type { SafeguardChecks } from '../admin/releases/safeguards/safeguard-checks.ts';
import type { ChangeFeed } from '../changes/change-feed.ts';
import type { DueWork } from '../changes/due-work/due-work.ts';
import type { RecordObservation } from '../changes/record-observation.ts';
import type { Rehearse } from '../changes/rehearse.ts';
import type { Write } from '../changes/write.ts';
import type { Config } from '../config/config.ts';
import type { SeriesReader } from '../core/series/series-reader.ts';
import type { EvaluationRecorder } from '../delivery/assignments/evaluation-recorder.ts';
import type { AssignmentInterests } from '../delivery/assignments/interests/assignment-interests.ts';
import type { RecordedFlags } from '../delivery/assignments/recorded-flags.ts';
import type { Evaluated } from '../delivery/evaluation-events.ts';
import type { OutcomeUnits } from '../delivery/outcomes/units/outcome-units.ts';
import type { ReportReceiver } from '../delivery/reports/report-receiver.ts';
import type { PastOutcomes } from '../delivery/reports/stores/past-outcomes.ts';
import type { SeriesExporter } from '../delivery/series/export/series-exporter.ts';
import type { TrafficSamples } from '../delivery/traffic/traffic-samples.ts';
import type { InternalClient } from '../http/server/internal-client.ts';
import type { EventStreams } from '../http/streams/event-streams.ts';
import type { TokenTable } from '../identity/accounts/api-tokens/token-table.ts';
import type { Mails } from '../identity/accounts/mail/mails.ts';
import type { Sessions } from '../identity/accounts/sessions/sessions.ts';
import type { LoginRateLimiter } from '../identity/sign-in/login/login-rate-limiter.ts';
import type { OidcClient } from '../identity/sign-in/login/oidc/oidc-client.ts';
import type { Outbound } from '../outbound/outbound.ts';
import type { PastFlags } from '../snapshots/past.ts';
import type { Snapshots } from '../snapshots/snapshots.ts';
import type { Db } from '../storage/database.ts';
import type { DatabaseClock } from '../storage/database-clock.ts';
import type { DatabaseHealth } from '../storage/database-health.ts';
import type { SecretBox } from '../storage/secret-box.ts';

/** The dependencies of the routes. Created in `app/compose-services.ts`. */
export interface Services {
    config: Config;
    /** The version of this build. */
    version: string;
    /** The public URL of this instance, without a trailing slash. */
    publicUrl: () => string;
    /** On PostgreSQL the clock of the database, which all nodes share. */
    clock: () => Date;
    /** Compares the clock of this node with the clock of the database. */
    databaseClock: Pick<DatabaseClock, 'status' | 'metrics'>;
    db: Db;
    /** The last known state of the database, available without a query. */
    databaseHealth: DatabaseHealth;
    /** Whether this node stops soon, and should receive no new requests. */
    isDraining: () => boolean;
    write: Write;
    rehearse: Rehearse;
    recordObservation: RecordObservation;
    changeFeed: ChangeFeed;
    snapshots: Snapshots;
    /** Past configurations of environments. */
    pastFlags: PastFlags;
    /** The data of the flag lists. */
    flagIndex: FlagIndex;
    projectIndex: ProjectIndex;
    useCounts: UseCounts;
    /** The columns by which events are filtered. */
    eventIndex: EventIndex;
    sessions: Sessions;
    oidc: OidcClient;
    settings: Settings;
    /** Encrypts values that must not be readable in the database. */
    secrets: SecretBox;
    eventStreams: EventStreams;
    /** Calls routes internally, for other protocols such as MCP. */
    internalClient: InternalClient;
    /** Receives and stores SDK reports. */
    reports: ReportReceiver;
    /** Metrics that applications reported. */
    series: SeriesReader;
    /** Writes series to the engine that the operator configured. */
    seriesExporter: SeriesExporter | undefined;
    /** Replaces the units of outcomes by keyed hashes. */
    outcomeUnits: OutcomeUnits;
    recordedFlags: RecordedFlags;
    pastOutcomes: PastOutcomes;
    /** Sampled evaluation contexts, for previews of changes. */
    trafficSamples: TrafficSamples;
    /** Which units of flags are recorded, for releases and experiments. */
    assignmentInterests: AssignmentInterests;
    evaluationRecorder: EvaluationRecorder;
    /** Called for every evaluation. */
    onEvaluated: (evaluated: Evaluated) => void;
    /** Sends all requests to URLs configured by users. */
    outbound: Outbound;
    /** Queries the databases that experiments use. */
    dataSourceClient: DataSourceClient;
    /** The definitions of flags since a time, for experiments of data sources. */
    experimentVersions: VersionsSince;
    deliveries: Deliveries;
    /** Applies scheduled changes when they are due. */
    schedules: Schedules;
    dueWork: DueWork;
    /** Evaluates safeguards when they are due. */
    safeguardChecks: SafeguardChecks;
    /** Limits failed sign-ins and reset requests across all nodes. */
    loginRateLimiter: LoginRateLimiter;
    mails: Mails;
    /** Warnings for the operator. */
    log: Pick<Logger, 'warn'>;
    /** Finds the actor of a valid API token or stream key. */
    tokens: Pick<TokenTable, 'find' | 'findByStreamKey' | 'onRevoked' | 'expiryOf'>;
    /** Returns the flags that have one of these tags, each in the form `type:value`. */
    flagsTagged: (tags: readonly string[]) => Promise<string[]>;
}
