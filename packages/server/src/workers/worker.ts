import type { Server } from 'node:net';
import { ANONYMOUS_SDK } from '../core/access/actor.ts';
import { notReady } from '../core/errors/errors.ts';
import { deliveryRoutes } from '../delivery/delivery.routes.ts';
import { evaluationListener } from '../delivery/evaluation-events.ts';
import { Measurements } from '../delivery/metrics/measurements.ts';
import type { ReportJournal } from '../delivery/metrics/report-journal.ts';
import { TrafficSamples } from '../delivery/traffic/traffic-samples.ts';
import { CallerAddresses } from '../http/server/caller-address.ts';
import { Durations } from '../http/server/metrics.ts';
import { isOwnHost } from '../http/server/own-host.ts';
import { closeWithin, createServer } from '../http/server/server.ts';
import { listeningOf } from '../http/server/server-options.ts';
import { EventStreams } from '../http/streams/event-streams.ts';
import type { StreamPlaces } from '../http/streams/stream-quotas.ts';
import { TokenTable } from '../identity/accounts/api-tokens/token-table.ts';
import type { Publication } from '../publications/publications.ts';
import { Snapshots } from '../snapshots/snapshots.ts';
import { createLog } from '../telemetry/log.ts';
import { PassingOn } from './forward-request.ts';
import type { SdkChange, SdkSettings, WorkerReport, WorkerStart } from './messages.ts';
import { createIsOwn } from './own-requests.ts';
import type { OwnerLine } from './owner-connection.ts';
import { tellMoves } from './stream-moves.ts';

/** Evaluation records that wait for a report; more than that in a second are dropped. */
const MAX_EVALUATIONS = 2_048;

export interface Worker {
    /** Must be called before anything is served. */
    begin(published: Publication[], since: Publication[]): Promise<void>;
    /** Synchronously: connections may arrive as soon as the socket does. */
    listen(socket: Server): void;
    follow(change: SdkChange): Promise<void>;
    followPlaces: StreamPlaces['moveElsewhere'];
    followThresholds: TrafficSamples['followThresholds'];
    report(): WorkerReport;
    /** Hands reports that are still in memory to the owner. */
    flush(): Promise<void>;
    close(): Promise<void>;
}

/** Builds a process that serves SDKs without a database: the same routes and server, with state from the owner. */
export async function createWorker(start: WorkerStart, line: OwnerLine): Promise<Worker> {
    const { config, version, publicUrl } = start;
    const clock = () => new Date();
    const log = createLog(config);
    const isLetIn = config.authType === 'none';
    let settings: SdkSettings = start.settings;

    const snapshots = new Snapshots({ now: Date.now, random: Math.random });
    const tokens = new TokenTable(clock, isLetIn ? ANONYMOUS_SDK : undefined);
    tokens.use(start.tokens);
    const eventStreams = new EventStreams({ limit: config.maxStreams });
    const { places } = eventStreams;
    places.moveElsewhere(start.places);
    const journal: ReportJournal = {
        append: (reports, deliveryKey) =>
            line.ask('acceptReports', { reports, deliveryKey }).catch(() => {
                throw notReady('The reports could not be stored. Send them again in a moment.');
            }),
    };
    const measurements = new Measurements({ snapshots, clock, journal, store: async () => undefined });
    const trafficSamples = new TrafficSamples({
        capacity: config.trafficSamples,
        projectsWithFlags: (environment) => snapshots.find(environment)?.projects ?? [],
        setting: () => settings.traffic,
        clock,
        random: Math.random,
    });
    const durations = new Durations();
    let evaluations: object[] = [];

    const routes = deliveryRoutes({
        config,
        version,
        snapshots,
        eventStreams,
        measurements,
        tokens,
        trafficSamples,
        changeFeed: { catchUp: () => line.ask('catchUp', undefined) },
        flagsTagged: (tags) => line.ask('flagsTagged', tags),
        onEvaluated: evaluationListener({
            snapshots,
            ratio: config.evaluationEvents,
            add: (record) => {
                if (evaluations.length < MAX_EVALUATIONS) evaluations.push(record);
            },
            log,
        }),
    });
    const addresses = new CallerAddresses(config.trustedProxies, (address) =>
        log.warn({ address }, 'X-Forwarded-For is not believed from there. If it is your proxy, set TRUSTED_PROXIES'),
    );
    const addressOf = addresses.of.bind(addresses);
    let isClosing = false;
    const passing = new PassingOn({ door: start.door, addressOf, isClosing: () => isClosing });
    const isOwn = createIsOwn({ routes, basePath: config.basePath, everyoneIsLetIn: isLetIn });
    const { promise: started, resolve: nowStarted } = Promise.withResolvers<void>();
    const server = await createServer(routes, {
        ...listeningOf(config),
        logger: log,
        started,
        lingerMs: start.lingerMs,
        // Other credentials are handled by the owner: see `isOwn`.
        authenticate: async ({ token }) => (token === undefined ? undefined : tokens.find(token)),
        isOwnOrigin: () => false,
        isOwnHost: (host) => !isLetIn || isOwnHost(host, publicUrl),
        actorOfToken: (secret) => tokens.find(secret),
        sdkOfStreamKey: (key) => tokens.findByStreamKey(key),
        addressOf,
        eventStreams,
        cors: { origins: () => settings.cors.frontendApiOrigins, maxAgeSeconds: config.corsMaxAgeSeconds },
        sdkWithoutToken: isLetIn ? ANONYMOUS_SDK : undefined,
        // A worker changes nothing.
        isInMaintenance: () => false,
        projectExists: async () => false,
        elsewhere: (request, response) => {
            if (isOwn(request)) return false;
            passing.pass(request, response);
            return true;
        },
        onAnswer: ({ route, status, seconds }) => durations.observe(route, status, seconds * 1000),
    });
    await server.ready();
    tellMoves(places, (moved) => line.tell({ type: 'places', moved }));

    return {
        async begin(published, since) {
            await snapshots.begin({ ...start.beginning, published, since });
            nowStarted();
        },
        // Listening on a shared socket sets its backlog again, for all processes of the node.
        listen: (socket) => void server.server.listen(socket, config.listenBacklog),
        async follow({ publications, tokens: rows, settings: changed, revision }) {
            // Permissions are updated before the data.
            if (rows) {
                tokens.use(rows);
                void eventStreams.recheck();
            }
            if (changed) {
                settings = changed;
                trafficSamples.followSetting();
            }
            await snapshots.follow({ revision, publications, events: [] });
        },
        followPlaces: (moved) => places.moveElsewhere(moved),
        followThresholds: (thresholds) => trafficSamples.followThresholds(thresholds),
        report() {
            const { user, system } = process.cpuUsage();
            const takenEvaluations = evaluations;
            evaluations = [];
            return {
                seen: tokens.takeSeen(),
                samples: trafficSamples.handOver(),
                durations: durations.take(),
                evaluations: takenEvaluations,
                streams: eventStreams.count,
                cpuSeconds: (user + system) / 1e6,
                memoryBytes: process.memoryUsage.rss(),
            };
        },
        flush: () => measurements.flush(),
        async close() {
            isClosing = true;
            passing.close();
            await closeWithin(server, config.shutdownMs);
        },
    };
}
