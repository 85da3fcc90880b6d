import type { Logger } from 'pino';
import type { Settings } from './admin/catalogue/instance-settings/settings.ts';
import type { Deliveries } from './admin/exchange/integrations/deliveries.ts';
import type { FlagIndex } from './admin/flags/flag-index/flag-index.ts';
import type { Schedules } from './admin/governance/change-requests/schedules/schedules.ts';
import type { ProjectIndex } from './admin/overview/projects/project-index.ts';
import type { ChangeFeed } from './changes/change-feed.ts';
import type { Observe } from './changes/observe.ts';
import type { Rehearse } from './changes/rehearse.ts';
import type { Write } from './changes/write.ts';
import type { Config } from './config.ts';
import type { Evaluated } from './delivery/evaluation-events.ts';
import type { Measurements } from './delivery/metrics/measurements.ts';
import type { TrafficSamples } from './delivery/traffic/traffic-samples.ts';
import type { InternalClient } from './http/server/internal-client.ts';
import type { EventStreams } from './http/streams/event-streams.ts';
import type { TokenTable } from './identity/accounts/api-tokens/token-table.ts';
import type { Sessions } from './identity/accounts/sessions/sessions.ts';
import type { LoginRateLimiter } from './identity/sign-in/login/login-rate-limiter.ts';
import type { OidcClient } from './identity/sign-in/login/oidc/oidc-client.ts';
import type { Mails } from './identity/sign-in/mail/mails.ts';
import type { Outbound } from './outbound/outbound.ts';
import type { PastFlags } from './snapshots/past.ts';
import type { Snapshots } from './snapshots/snapshots.ts';
import type { Db } from './storage/database.ts';
import type { DatabaseClock } from './storage/database-clock.ts';
import type { DatabaseHealth } from './storage/database-health.ts';

/** What routes are given to work with. Built and joined in `app.ts`. */
export interface Services {
    config: Config;
    /** The version of this build. */
    version: string;
    /** The public address of this instance, without a slash at its end. */
    publicUrl: () => string;
    /** On PostgreSQL the clock of the database, which all nodes share. */
    clock: () => Date;
    /** Whether the clock of this node agrees with it. */
    databaseClock: Pick<DatabaseClock, 'status' | 'metrics'>;
    db: Db;
    /** How the database is, for those who want to know without asking it. */
    databaseHealth: DatabaseHealth;
    write: Write;
    rehearse: Rehearse;
    observe: Observe;
    changeFeed: ChangeFeed;
    snapshots: Snapshots;
    /** Environments as they were. */
    pastFlags: PastFlags;
    /** What lists show. */
    flagIndex: FlagIndex;
    projectIndex: ProjectIndex;
    sessions: Sessions;
    oidc: OidcClient;
    settings: Settings;
    eventStreams: EventStreams;
    /** The routes themselves, for what speaks another protocol than they do. */
    inside: InternalClient;
    measurements: Measurements;
    /** Contexts that SDKs asked with, to try changes on. */
    trafficSamples: TrafficSamples;
    /** Called for every evaluation; undefined when evaluations are not exported. */
    onEvaluated: ((evaluated: Evaluated) => void) | undefined;
    /** For every request to an address that someone configured. */
    outbound: Outbound;
    deliveries: Deliveries;
    /** Applies what is scheduled at its time. */
    schedules: Schedules;
    /** What strangers tried, at all nodes together. */
    attempts: LoginRateLimiter;
    mails: Mails;
    /** For what only the operator should see. */
    log: Pick<Logger, 'warn'>;
    /** The actor of a valid API token or stream key. */
    tokens: Pick<TokenTable, 'find' | 'findByStreamKey' | 'onRevoked' | 'expiryOf'>;
    /** The flags that have one of these tags, each written as `type:value`. */
    flagsTagged: (tags: readonly string[]) => Promise<string[]>;
}
