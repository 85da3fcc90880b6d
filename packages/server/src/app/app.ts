import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { ChangeFeed } from '../changes/change-feed.ts';
import { FeedMetrics } from '../changes/feed-metrics.ts';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/setting.ts';
import { SYSTEM_ACTOR } from '../core/access/actor.ts';
import { startJobs } from '../core/concurrency/job-runner.ts';
import { HalyardError } from '../core/errors/errors.ts';
import { brokenDatabase, portProblem } from '../core/errors/start-error.ts';
import type { Route } from '../http/route/route.ts';
import { createDraining } from '../http/server/draining.ts';
import type { HttpMetrics } from '../http/server/metrics.ts';
import { closeWithin } from '../http/server/server.ts';
import { EventStreams } from '../http/streams/event-streams.ts';
import { createInitialTokens } from '../identity/accounts/api-tokens/token.commands.ts';
import { firstAdministrator } from '../identity/first-administrator.ts';
import { appliedSteps, isTooOldFor } from '../storage/migrate.ts';
import { JobRuns } from '../telemetry/job-runs.ts';
import { type ComposedServices, composeServices, type ServiceOptions } from './compose-services.ts';
import { followChanges } from './follow-changes.ts';
import { createHttpServer } from './http-server.ts';
import { jobs } from './jobs.ts';
import { metricSources } from './metric-sources.ts';
import { type NodeResourceOptions, type NodeResources, openNodeResources } from './node-resources.ts';
import { allRoutes } from './routes.ts';
import type { Services } from './services.ts';

/** The bundle has no folders: there, this file is one level higher than in the sources. */
const IS_SOURCE = import.meta.url.endsWith('.ts');
const UI_FOLDER = fileURLToPath(new URL(IS_SOURCE ? '../../../ui/dist' : '../../ui/dist', import.meta.url));

export interface App {
    /** The URL of the service, e.g. `http://localhost:4242`. */
    url: string;
    services: Services;
    routes: Route[];
    /** The generated password of the first administrator, if this start created one. */
    generatedPassword: string | undefined;
    /** The readiness check fails from here on. All requests are still served. */
    startDraining(): void;
    close(): Promise<void>;
}

export interface AppOptions extends NodeResourceOptions, Pick<ServiceOptions, 'resolve' | 'reportTypes' | 'series'> {
    /** Called when this node must stop: the process should close the app and exit. */
    onFatalError?: () => void;
    /** Called for every response: tests check that its status was declared. */
    onResponse?: HttpMetrics['onResponse'];
    /** The time for which idle connections stay open at shutdown, for requests that clients have already sent. */
    lingerMs?: number;
}

/** Longer than the network latency of a request. */
const LINGER_MS = 500;

/** Creates and starts the service. `close` of the result stops it. */
export async function startApp(config: Config, options: AppOptions): Promise<App> {
    const resources = openNodeResources(config, options);
    const { log, telemetry, database, databaseMetrics } = resources;
    const onFeedError = (error: unknown) => log.error({ err: error }, 'could not follow the changes of other nodes');
    const changeFeed = new ChangeFeed(database, onFeedError);
    const eventStreams = new EventStreams({ limit: config.maxStreams });
    const draining = createDraining(config, log);
    let stopServer: (() => Promise<unknown>) | undefined;
    /** Stops all background work before the database is closed. */
    let stopWork = () => changeFeed.stop();
    const stopResources = async () => {
        await stopWork();
        await database.close();
        await telemetry.close();
    };
    const { promise: started, resolve: nowStarted } = Promise.withResolvers<void>();
    try {
        await resources.prepare();
        let url = '';
        const composed = await composeServices(resources, {
            ...options,
            publicUrl: () => config.publicUrl || url,
            changeFeed,
            eventStreams,
            isDraining: draining.hasStarted,
            onFeedError,
        });
        const { services } = composed;
        stopWork = async () => {
            services.evaluationRecorder.stop();
            await services.safeguardChecks.stop();
            await services.dueWork.stop();
            await services.schedules.stop();
            await services.trafficSamples.release().catch((error: unknown) => {
                log.warn({ err: error }, 'could not store the samples of traffic');
            });
            await changeFeed.stop();
            await services.deliveries.stop(config.shutdownMs);
            await services.mails.stop(config.shutdownMs);
        };
        const [feedMetrics, jobRuns] = [new FeedMetrics(telemetry.tracer), new JobRuns()];
        await followChanges(composed, { feedMetrics, priorityDb: database.priorityDb });
        await createConfiguredTokens(composed);

        const routes = allRoutes(services);
        const measured = { database, databaseMetrics, feedMetrics, jobRuns, routes, telemetry };
        const server = createHttpServer(composed, {
            routes,
            metricSources: metricSources(services, measured),
            log,
            tracer: telemetry.tracer,
            started,
            lingerMs: Math.min(options.lingerMs ?? LINGER_MS, config.shutdownMs),
            uiFolder: UI_FOLDER,
            onResponse: options.onResponse,
        });
        stopServer = () => closeWithin(server, 0);
        const { httpPort: configuredPort, httpHost: host, listenBacklog: backlog } = config;
        await server.listen({ port: configuredPort, host, backlog }).catch((error: unknown) => {
            throw portProblem(error, config.httpPort);
        });
        const { port } = server.server.address() as AddressInfo;
        url = `http://localhost:${port}${config.basePath}`;
        // Created after the port is open: the generated password is shown once, so it must not get lost in a failed start.
        const generatedPassword = await firstAdministrator(services.write, services.db, config);
        // Another node that starts at the same time may have created the first tokens and users.
        await changeFeed.catchUp();
        nowStarted();
        services.dueWork.wake();
        services.schedules.start();
        const stopJobs = startAllJobs(composed, resources, { jobRuns, onMustStop: options.onFatalError });

        return {
            url,
            services,
            routes,
            generatedPassword,
            startDraining: draining.start,
            async close() {
                await closeWithin(server, config.shutdownMs);
                await stopJobs();
                await stopResources();
            },
        };
    } catch (error) {
        await eventStreams.close();
        await stopServer?.();
        await stopResources();
        const location = { isPostgres: database.kind === 'postgres', dataDir: config.dataDir };
        throw brokenDatabase(error, location) ?? error;
    }
}

/** Creates the tokens of the configuration at the first start. */
async function createConfiguredTokens({ services: { config, write }, tokens }: ComposedServices): Promise<void> {
    const configured = [
        ...config.adminTokens.map((secret) => ({ secret, type: 'admin' as const })),
        ...config.clientTokens.map((secret) => ({ secret, type: 'client' as const })),
        ...config.frontendTokens.map((secret) => ({ secret, type: 'frontend' as const })),
    ];
    // Usually tokens exist already. The start then does not wait for the write lock.
    if (tokens.rows.length > 0 || configured.length === 0) return;
    await write(SYSTEM_ACTOR, createInitialTokens, configured).catch((error: unknown) => {
        throw error instanceof HalyardError ? new ConfigError(`INIT_*_API_TOKENS: ${error.message}`) : error;
    });
}

function startAllJobs(
    { services, tokens, personalTokens }: ComposedServices,
    { database, log, clock, syncClock, isDueWorkPaused }: NodeResources,
    { jobRuns, onMustStop: onFatalError }: { jobRuns: JobRuns; onMustStop: (() => void) | undefined },
): () => Promise<void> {
    const checkSchema = async () => {
        const isTooOld = isTooOldFor(await appliedSteps(database.migrator));
        if (!isTooOld && (await services.snapshots.isSameEpoch(database.db))) return;
        log.fatal(
            isTooOld
                ? 'A newer version of Halyard took away what this version needs. This node stops: upgrade it.'
                : 'The content of the database was replaced while this node did not respond. This node stops: start it again.',
        );
        onFatalError?.();
    };
    const checkFiles = async () => database.checkFiles?.();
    return startJobs(jobs(services, { tokens, personalTokens, syncClock, checkSchema, checkFiles }), {
        isDueWorkPaused,
        onEnd: ({ id, description }, { seconds, error }) => {
            jobRuns.ended(id, { at: clock(), seconds, failed: error !== undefined });
            if (error !== undefined) log.error({ err: error, job: id }, `The job ${id} failed, which ${description}`);
        },
    });
}
