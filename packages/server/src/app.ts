import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { Settings } from './admin/catalogue/instance-settings/settings.ts';
import { Deliveries } from './admin/exchange/integrations/deliveries.ts';
import { FlagIndex } from './admin/flags/flag-index/flag-index.ts';
import { guardProtected } from './admin/governance/change-requests/guard/guard.ts';
import { insteadOf } from './admin/governance/change-requests/guard/propose-instead.ts';
import { Schedules } from './admin/governance/change-requests/schedules/schedules.ts';
import { effectOfStep } from './admin/governance/what-if/what-if.ts';
import { stagesReached } from './admin/observations/lifecycle/usage-stages.ts';
import { resealSecrets } from './admin/overview/instance/stored-secrets.ts';
import { ProjectIndex } from './admin/overview/projects/project-index.ts';
import { ChangeFeed } from './changes/change-feed.ts';
import { FeedMetrics } from './changes/feed-metrics.ts';
import { createObserve } from './changes/observe.ts';
import { createRehearse } from './changes/rehearse.ts';
import { tracedWrite } from './changes/traced-write.ts';
import { createRun, createWrite } from './changes/write.ts';
import { ConfigError } from './config/setting.ts';
import type { Config } from './config.ts';
import { ANONYMOUS_SDK, SYSTEM_ACTOR } from './core/access/actor.ts';
import { startJobs } from './core/concurrency/job-runner.ts';
import { HalyardError } from './core/errors/errors.ts';
import { brokenDatabase, databaseProblem, portProblem } from './core/errors/start-error.ts';
import { AGENTS_READ } from './core/settings/agents-setting.ts';
import { SAMPLE_EVERYTHING } from './core/settings/traffic-setting.ts';
import { evaluationListener } from './delivery/evaluation-events.ts';
import { Measurements } from './delivery/metrics/measurements.ts';
import { DatabaseReportJournal } from './delivery/metrics/report-journal.ts';
import { type ReportTypes, SDK_REPORT_TYPES } from './delivery/metrics/sdk-reports.ts';
import { storeReports } from './delivery/metrics/store-measurements.ts';
import type { ReportStores } from './delivery/metrics/stores/report-stores.ts';
import { TrafficSamples } from './delivery/traffic/traffic-samples.ts';
import { serveDocumentation } from './http/route/documentation.ts';
import { openApiDocument } from './http/route/openapi.ts';
import type { Route } from './http/route/route.ts';
import { CallerAddresses } from './http/server/caller-address.ts';
import { InternalClient } from './http/server/internal-client.ts';
import { createHttpMetrics, type HttpMetrics } from './http/server/metrics.ts';
import { isOwnHost } from './http/server/own-host.ts';
import { closeWithin, createServer } from './http/server/server.ts';
import { listeningOf } from './http/server/server-options.ts';
import { tracedRequests } from './http/server/traced-requests.ts';
import { serveDocs } from './http/static/static-docs.ts';
import { serveUi } from './http/static/static-ui.ts';
import { EventStreams } from './http/streams/event-streams.ts';
import { createInitialTokens } from './identity/accounts/api-tokens/token.commands.ts';
import { haveTokensChanged, readTokens, TokenTable } from './identity/accounts/api-tokens/token-table.ts';
import { PersonalTokenTable } from './identity/accounts/personal-tokens/personal-token-table.ts';
import { Sessions } from './identity/accounts/sessions/sessions.ts';
import { fixedWays, inEffect } from './identity/accounts/sso-settings/sign-in-methods.ts';
import { NO_OIDC, NO_SAML, PASSWORDS_ALLOWED } from './identity/accounts/sso-settings/stored-settings.ts';
import { createAuthenticate } from './identity/authenticate.ts';
import { firstAdministrator } from './identity/first-administrator.ts';
import { LoginRateLimiter } from './identity/sign-in/login/login-rate-limiter.ts';
import { OidcClient } from './identity/sign-in/login/oidc/oidc-client.ts';
import { Mails } from './identity/sign-in/mail/mails.ts';
import { smtpSender } from './identity/sign-in/mail/smtp.ts';
import { directoryOf, NO_SCIM } from './identity/sign-in/scim/stored-scim.ts';
import { jobs } from './jobs.ts';
import { metricSources } from './metric-sources.ts';
import { Outbound, type Resolve } from './outbound/outbound.ts';
import { flagsTagged } from './publications/flags-tagged.ts';
import { allRoutes } from './routes.ts';
import type { Services } from './services.ts';
import { PastFlags } from './snapshots/past.ts';
import { Snapshots } from './snapshots/snapshots.ts';
import type { OpenDatabase } from './storage/database.ts';
import { DatabaseClock } from './storage/database-clock.ts';
import { DatabaseHealth } from './storage/database-health.ts';
import { DatabaseMetrics } from './storage/database-metrics.ts';
import { appliedSteps, isTooOldFor, migrate } from './storage/migrate.ts';
import { openDatabase } from './storage/open-database.ts';
import { CannotOpen, SecretBox } from './storage/secret-box.ts';
import { tracedDatabase } from './storage/traced-database.ts';
import { JobRuns } from './telemetry/job-runs.ts';
import { createLog } from './telemetry/log.ts';
import { openTelemetry } from './telemetry/otlp/open-telemetry.ts';

/** The same from the sources and from the bundle, which lie equally deep. */
const UI_FOLDER = fileURLToPath(new URL('../../ui/dist', import.meta.url));

export interface App {
    /** The address of the service, e.g. `http://localhost:4242`. */
    url: string;
    services: Services;
    routes: Route[];
    /** The password that was made up for the first administrator, when this start created them. */
    madeUpPassword: string | undefined;
    close(): Promise<void>;
}

export interface AppOptions {
    version: string;
    /** Instead of the clocks of this machine and of the database. */
    clock?: () => Date;
    /** Instead of the clock of this machine, which is compared with the clock of the database. */
    nodeClock?: () => Date;
    /** Called when this node must not go on: the process should close it and end. */
    onMustStop?: () => void;
    log?: Logger;
    /** Called for every response: tests check that its status was declared. */
    onAnswer?: HttpMetrics['onAnswer'];
    /** Answers instead of the name server. */
    resolve?: Resolve;
    /** Instead of the types of SDK reports that the service knows: tests declare another one. */
    reports?: { types: ReportTypes; stores: ReportStores };
    /** How long idle connections are left open at the end, for a request that is on its way. */
    lingerMs?: number;
    /** Instead of opening the one that the configuration names: whose connections outlive the app. */
    database?: OpenDatabase;
}

/** Longer than a request is on its way. */
const LINGER_MS = 500;

/** Builds the service from its configuration, starts it, and says how to stop it. */
export async function startApp(config: Config, options: AppOptions): Promise<App> {
    const nodeClock = options.clock ?? options.nodeClock ?? (() => new Date());
    const telemetry = openTelemetry(config, {
        name: 'halyard',
        version: options.version,
        onError: (error) => log.warn({ err: error }, 'could not export telemetry'),
    });
    const { tracer } = telemetry;
    const log = options.log ?? createLog(config, telemetry);
    for (const warning of config.warnings) log.warn(warning);
    const databaseMetrics = new DatabaseMetrics();
    let isInUse = false;
    const opened =
        options.database ?? openWatched(config, { log, clock: nodeClock, databaseMetrics, isInUse: () => isInUse });
    const measured = databaseMetrics.measuring(opened);
    const database = tracer ? tracedDatabase(tracer, measured) : measured;
    const databaseClock = new DatabaseClock({
        database,
        nodeClock,
        onChange: ({ state, skewSeconds, says }) => {
            if (state === 'skewed') log.error({ skewSeconds }, says);
            else log.info('the clock of this node agrees with the clock of the database');
        },
    });
    const clock = options.clock ?? (() => databaseClock.now());
    const syncClock = async () => (options.clock ? undefined : databaseClock.sync());
    const isDueWorkPaused = () => databaseClock.status.state === 'skewed';
    const place = { isPostgres: database.kind === 'postgres', dataDir: config.dataDir };
    const logError = (error: unknown) => log.error({ err: error }, 'could not follow the changes of other nodes');
    const changeFeed = new ChangeFeed(database, logError);
    const eventStreams = new EventStreams({ limit: config.maxStreams });
    let stopServer: (() => Promise<unknown>) | undefined;
    /** Ends what works by itself, so that nobody asks a database that is closed. */
    let stopWork = () => changeFeed.stop();
    const { promise: started, resolve: nowStarted } = Promise.withResolvers<void>();
    try {
        await migrate(database.migrator, database.kind).catch((error: unknown) => {
            throw databaseProblem(error, place);
        });
        isInUse = true;
        await syncClock();

        const { db, ahead } = database;
        const observe = createObserve(database);
        const secrets = new SecretBox(config.secretKeys);
        await observe((tx) => resealSecrets(tx, secrets)).catch((error: unknown) => {
            if (!(error instanceof CannotOpen)) throw error;
            throw new ConfigError(
                'SECRET_KEY does not open the secrets in the database. Give the key they were sealed with.',
            );
        });
        const run = createRun({ limits: config.limits, secrets, clock });
        // The change is committed: whatever happens here, it is not lost, and the feed tries again.
        const plainWrite = createWrite({
            database,
            run,
            guard: guardProtected,
            instead: insteadOf,
            effect: (actor, step) =>
                effectOfStep({ db, rehearse, snapshots, trafficSamples, clock, changeFeed }, step, actor),
            announce: (changes) => changeFeed.followOwn(changes).catch(logError),
        });
        const write = tracer ? tracedWrite(tracer, plainWrite) : plainWrite;
        const rehearse = createRehearse(database, run);
        const defaults = {
            instance: { id: '' },
            maintenance: { enabled: false },
            cors: { frontendApiOrigins: config.frontendOrigins },
            simpleAuth: PASSWORDS_ALLOWED,
            samlAuth: NO_SAML,
            oidcAuth: NO_OIDC,
            scim: NO_SCIM,
            traffic: SAMPLE_EVERYTHING,
            agents: AGENTS_READ,
        };
        const settings = new Settings({
            db: ahead,
            secrets,
            defaults,
            inEffect: (stored) => inEffect(stored, fixedWays(config)),
        });
        const sdkWithoutToken = config.authType === 'none' ? ANONYMOUS_SDK : undefined;
        const tokens = new TokenTable(clock, sdkWithoutToken);
        const personalTokens = new PersonalTokenTable({ db, ahead, clock });
        const runtime = { now: () => clock().getTime(), random: Math.random };
        const snapshots = new Snapshots(runtime);
        const pastFlags = new PastFlags({ db, snapshots, runtime, catchUp: () => changeFeed.catchUp() });
        const flagIndex = new FlagIndex(db, clock);
        const projectIndex = new ProjectIndex(db, clock);
        const { types = SDK_REPORT_TYPES, stores } = options.reports ?? {};
        const reportJournal = new DatabaseReportJournal(types, observe, clock);
        const createMerger = () => new Measurements({ snapshots, clock, types, store: async () => undefined });
        const measurements = new Measurements({
            snapshots,
            clock,
            types,
            journal: reportJournal,
            store: async (measured, now) => {
                await measured.flush();
                await storeReports({ observe, stores, createMerger, stagesReached, now, log });
                reportJournal.emptied();
                await flagIndex.followMeasurements();
            },
        });
        const trafficSamples = new TrafficSamples({
            capacity: config.trafficSamples,
            projectsWithFlags: (environment) => snapshots.find(environment)?.projects ?? [],
            setting: () => settings.get('traffic'),
            clock,
            random: Math.random,
        });
        const sessions = new Sessions({
            db,
            observe,
            clock,
            hours: config.sessionHours,
            perUser: config.maxSessions,
        });

        let url = '';
        const publicUrl = () => config.publicUrl || url;
        const outbound = new Outbound({
            allowPrivate: config.allowPrivateTargets,
            allowed: config.allowedTargets,
            ...(options.resolve && { resolve: options.resolve }),
        });
        const deliveries = new Deliveries({
            ...(tracer && { tracer }),
            db,
            observe,
            clock,
            random: Math.random,
            outbound,
            secrets,
            publicUrl,
            isPaused: isDueWorkPaused,
            onError: (error) => log.error({ err: error }, 'could not deliver to integrations'),
        });

        const mails = new Mails({
            db,
            observe,
            clock,
            random: Math.random,
            send: smtpSender(config, publicUrl),
            publicUrl,
            isPaused: isDueWorkPaused,
            passwordsAllowed: () => !settings.get('simpleAuth').disabled,
            onFailure: (failure) => log.warn({ failure }, 'the mail server did not take a mail'),
            onError: (error) => log.error({ err: error }, 'could not send mails'),
        });

        const schedules = new Schedules({
            db,
            write,
            clock,
            lateMinutes: config.scheduleLateMinutes,
            isPaused: isDueWorkPaused,
            onError: (error) => log.error({ err: error }, 'could not apply what is scheduled'),
        });

        stopWork = async () => {
            await schedules.stop();
            await changeFeed.stop();
            await deliveries.stop(config.shutdownMs);
            await mails.stop(config.shutdownMs);
        };

        const [feedMetrics, jobRuns] = [new FeedMetrics(tracer), new JobRuns()];
        changeFeed.follow((changes) => feedMetrics.begins(changes));
        // Permissions are updated before the data.
        changeFeed.follow(async (changes) => {
            if (!haveTokensChanged(changes)) return;
            tokens.use(await readTokens(ahead));
            // A deleted token receives nothing more; ending its streams need not be awaited.
            void eventStreams.recheck();
        });
        changeFeed.follow((changes) => personalTokens.follow(changes));
        changeFeed.follow((changes) => settings.follow(changes).then(() => trafficSamples.followSetting()));
        changeFeed.follow((changes) => flagIndex.follow(changes));
        changeFeed.follow((changes) => projectIndex.follow(changes));
        changeFeed.follow((changes) => snapshots.follow(changes));
        changeFeed.follow((changes) => deliveries.follow(changes));
        changeFeed.follow((changes) => schedules.follow(changes));
        changeFeed.follow(() => feedMetrics.ends());
        await changeFeed.start(async (revision) => {
            projectIndex.startAt(revision);
            tokens.use(await readTokens(db));
            await Promise.all([snapshots.load(db, revision), personalTokens.load(db), settings.load(db)]);
        });

        const initialTokens = [
            ...config.adminTokens.map((secret) => ({ secret, type: 'admin' as const })),
            ...config.clientTokens.map((secret) => ({ secret, type: 'client' as const })),
            ...config.frontendTokens.map((secret) => ({ secret, type: 'frontend' as const })),
        ];
        // Most starts find tokens, and need not wait for their turn to write.
        if (tokens.rows.length === 0 && initialTokens.length > 0) {
            await write(SYSTEM_ACTOR, createInitialTokens, initialTokens).catch((error: unknown) => {
                throw error instanceof HalyardError ? new ConfigError(`INIT_*_API_TOKENS: ${error.message}`) : error;
            });
        }

        const services: Services = {
            config,
            version: options.version,
            publicUrl,
            clock,
            db,
            databaseHealth: database.health,
            databaseClock,
            write,
            rehearse,
            observe,
            changeFeed,
            snapshots,
            pastFlags,
            flagIndex,
            projectIndex,
            sessions,
            oidc: new OidcClient({ settings: () => settings.get('oidcAuth'), outbound, publicUrl, clock }),
            settings,
            eventStreams,
            inside: new InternalClient(),
            measurements,
            trafficSamples,
            onEvaluated: evaluationListener({ snapshots, ratio: config.evaluationEvents, add: telemetry.addLog, log }),
            outbound,
            deliveries,
            schedules,
            attempts: new LoginRateLimiter({ observe, clock, perMinute: config.loginsPerMinute }),
            mails,
            log,
            tokens,
            flagsTagged: (tags) => flagsTagged(db, tags),
        };
        const routes = allRoutes(services);
        const metrics = createHttpMetrics(
            metricSources(services, { database, databaseMetrics, feedMetrics, jobRuns, routes, telemetry }),
        );
        const addresses = new CallerAddresses(config.trustedProxies, (address) =>
            log.warn(
                { address },
                'X-Forwarded-For is not believed from there. If it is your proxy, set TRUSTED_PROXIES',
            ),
        );
        const server = await createServer(routes, {
            ...listeningOf(config),
            logger: log,
            started,
            lingerMs: Math.min(options.lingerMs ?? LINGER_MS, config.shutdownMs),
            authenticate: createAuthenticate({
                db,
                tokens,
                personalTokens,
                sessions,
                directoryOf: (secret) => directoryOf(settings.get('scim'), secret),
                everyoneIsAdmin: config.authType === 'none',
            }),
            isOwnOrigin: (origin, host) =>
                origin === new URL(services.publicUrl()).origin || origin.endsWith(`//${host}`),
            isOwnHost: (host) => config.authType !== 'none' || isOwnHost(host, services.publicUrl()),
            actorOfToken: (secret) => tokens.find(secret),
            sdkOfStreamKey: (key) => tokens.findByStreamKey(key),
            addressOf: (request) => addresses.of(request),
            eventStreams,
            maxExpensiveRequests: config.maxExpensiveRequests,
            inside: services.inside,
            cors: {
                origins: () => settings.get('cors').frontendApiOrigins,
                maxAgeSeconds: config.corsMaxAgeSeconds,
            },
            sdkWithoutToken,
            isInMaintenance: () => settings.get('maintenance').enabled,
            projectExists: (id) => projectIndex.exists(id),
            ...(tracer && { traced: tracedRequests(tracer) }),
            onAnswer: (answer) => {
                metrics.onAnswer(answer);
                options.onAnswer?.(answer);
            },
        });
        stopServer = () => closeWithin(server, 0);
        metrics.serve(server, config.basePath);
        if (config.serveOpenApi) {
            const info = { version: options.version, basePath: config.basePath };
            serveDocumentation(server, () => openApiDocument(routes, info), config.basePath);
        }
        const pages = { basePath: config.basePath, strictTransport: config.secureHeaders };
        serveDocs(server, { ...pages, folder: join(UI_FOLDER, 'docs') });
        await serveUi(server, { ...pages, folder: UI_FOLDER });
        const { httpPort: wantedPort, httpHost: host, listenBacklog: backlog } = config;
        await server.listen({ port: wantedPort, host, backlog }).catch((error: unknown) => {
            throw portProblem(error, config.httpPort);
        });
        const { port } = server.server.address() as AddressInfo;
        url = `http://localhost:${port}${config.basePath}`;
        // Not before there is a port: a password that was made up is shown once, by the start that succeeds.
        const madeUpPassword = await firstAdministrator(write, db, config);
        // Another node that starts right now may have made the first tokens, and users, instead of this one.
        await changeFeed.catchUp();
        nowStarted();
        schedules.start();
        const checkSchema = async () => {
            if (!isTooOldFor(await appliedSteps(database.migrator))) return;
            log.fatal('A newer version of Halyard took away what this version needs. This node stops: upgrade it.');
            options.onMustStop?.();
        };
        const checkFiles = async () => database.checkFiles?.();
        const stopJobs = startJobs(jobs(services, { tokens, personalTokens, syncClock, checkSchema, checkFiles }), {
            isDueWorkPaused,
            onEnd: ({ id, description }, { seconds, error }) => {
                jobRuns.ended(id, { at: clock(), seconds, failed: error !== undefined });
                if (error !== undefined) log.error({ err: error, job: id }, `a job failed, which ${description}`);
            },
        });

        return {
            url,
            services,
            routes,
            madeUpPassword,
            async close() {
                await closeWithin(server, config.shutdownMs);
                await stopJobs();
                await stopWork();
                await database.close();
                await telemetry.close();
            },
        };
    } catch (error) {
        await eventStreams.close();
        await stopServer?.();
        await stopWork();
        await database.close();
        await telemetry.close();
        throw brokenDatabase(error, place) ?? error;
    }
}

interface Watch {
    log: Logger;
    clock: () => Date;
    databaseMetrics: DatabaseMetrics;
    /** Not yet: then the start fails, and says why in one line. */
    isInUse: () => boolean;
}

function openWatched(config: Config, { log, clock, databaseMetrics, isInUse }: Watch): OpenDatabase {
    const health = new DatabaseHealth({
        clock,
        onChange: (condition, cause) => {
            databaseMetrics.onCondition(condition);
            if (!isInUse()) return;
            const { state, says } = condition;
            if (state === 'fine') log.info('the database is well again');
            else log.warn({ err: cause, state }, says);
        },
    });
    return openDatabase(config, {
        onError: (error) => log.warn({ err: error }, 'lost a connection to PostgreSQL'),
        health,
        bounds: {
            statementMs: config.databaseStatementTimeout,
            lockMs: config.databaseLockTimeout,
            idleMs: config.databaseIdleTimeout,
        },
    });
}
