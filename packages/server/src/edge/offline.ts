import { watch } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { Logger } from 'pino';
import { type Job, startJobs } from '../core/concurrency/job-runner.ts';
import { StartError } from '../core/errors/start-error.ts';
import { evaluationListener } from '../delivery/evaluation-events.ts';
import { FORWARDED_UNPROTECTED } from '../delivery/outcomes/outcome-protection.ts';
import { ReportReceiver } from '../delivery/reports/report-receiver.ts';
import { parseLargeJsonBody } from '../http/bodies/json-body.ts';
import { createHttpMetrics } from '../http/server/metrics.ts';
import { EventStreams } from '../http/streams/event-streams.ts';
import { hashSecret, scopeInSecret, visiblePart } from '../identity/accounts/api-tokens/token-secret.ts';
import { TokenTable } from '../identity/accounts/api-tokens/token-table.ts';
import { validationRoute } from '../identity/accounts/api-tokens/validation-route.ts';
import { backstageRoutes, type EnvironmentStatus, readinessOf } from './backstage.routes.ts';
import type { OfflineConfig } from './config/edge-config.ts';
import type { Edge } from './edge-app.ts';
import { type EdgeOptions, edgeRuntime, logFailedJobs } from './edge-runtime.ts';
import { featuresByEnvironment } from './edge-status.ts';
import { serve } from './serving.ts';
import { EdgeEnvironments } from './state/edge-environments.ts';
import { readFeatures } from './upstream/upstream-content.ts';

/** Editors write a file in several steps. */
const SETTLE_MS = 100;

interface OfflineToken {
    secret: string;
    kind: 'client' | 'frontend';
    environment: string;
    projects: string[];
}

/** Starts an edge that serves a file instead of an upstream: the same flags in the environment of every token. */
export async function startOffline(config: OfflineConfig, options: EdgeOptions): Promise<Edge> {
    const runtime = edgeRuntime(config, options);
    const { version, clock, log, telemetry } = runtime;
    const tokens = [
        ...config.clientTokens.map((secret) => offlineToken(secret, 'client')),
        ...config.frontendTokens.map((secret) => offlineToken(secret, 'frontend')),
    ];
    const environments = new EdgeEnvironments({ now: () => clock().getTime(), random: Math.random });
    const file = new BootstrapFile(config.bootstrapFile, environments, tokens, clock, log);
    await file.read().catch((error: Error) => {
        throw new StartError(
            `BOOTSTRAP_FILE cannot be used: ${error.message}. It must contain a response of GET /api/client/features.`,
        );
    });
    const table = new TokenTable(clock);
    table.use(tokens.map(tokenRow));
    const eventStreams = new EventStreams({ limit: config.maxStreams });
    const metrics = createHttpMetrics([() => telemetry.metrics()]);
    // Reports are accepted, so that SDKs do not send them again, and discarded.
    const discarding = { append: async () => true, drain: async () => undefined };
    const reports = new ReportReceiver({ snapshots: environments, clock, journal: discarding, log });
    const find = (secret: string) => table.find(secret);
    const serving = await serve({
        config,
        delivery: {
            version: version,
            config,
            snapshots: environments,
            eventStreams,
            reports,
            clock,
            outcomeUnits: FORWARDED_UNPROTECTED,
            tokens: table,
            changeFeed: { catchUp: () => environments.nextChange() },
            trafficSamples: { see: () => undefined },
            acceptsBareContext: true,
            // The file contains no tags.
            flagsTagged: async () => [],
            onEvaluated: evaluationListener({
                ...{ snapshots: environments, ratio: config.evaluationEvents, add: telemetry.addLog, log },
            }),
        },
        ownRoutes: [
            ...backstageRoutes(
                {
                    readiness: () => readinessOf(runtime, true),
                    environments: () => file.statuses(),
                    features: () => featuresByEnvironment(environments),
                    tokens: () => ({
                        tokens: tokens.map(({ secret, kind, environment, projects }) => ({
                            ...{ token: visiblePart(secret), type: kind, environment, projects },
                            status: 'Trusted',
                        })),
                    }),
                    pendingReports: () => reports.types.emptyBulk(),
                    instance: () => ({
                        this_instance: { app_name: config.appName, edge_version: version, mode: 'offline' },
                    }),
                    metrics: () => metrics.text(),
                },
                config,
            ),
            validationRoute(async (secret) => tokens.find((token) => token.secret === secret)),
        ],
        eventStreams,
        metrics,
        identify: async (secret) => find(secret),
        runtime,
    });
    const unwatch = config.reloadSeconds > 0 ? undefined : file.watch();
    const reload: Job = {
        id: 'reload-file',
        description: 'reads the file with the flags again',
        everySeconds: config.reloadSeconds,
        run: () => file.readAgain(),
    };
    const stopJobs = startJobs(config.reloadSeconds > 0 ? [reload] : [], { onEnd: logFailedJobs(log) });
    return {
        url: serving.url,
        tlsUrl: serving.tlsUrl,
        startDraining: runtime.draining.start,
        async close() {
            unwatch?.();
            await stopJobs();
            await serving.close();
            await telemetry.close();
        },
    };
}

/** The flags in a file, which may change at any time. */
class BootstrapFile {
    readonly #path: string;
    readonly #environments: EdgeEnvironments;
    readonly #tokens: readonly OfflineToken[];
    readonly #clock: () => Date;
    readonly #log: Logger;
    #readAt: Date | undefined;
    #stamp = '';
    #problem: string | undefined;
    #timer: NodeJS.Timeout | undefined;

    constructor(
        path: string,
        environments: EdgeEnvironments,
        tokens: readonly OfflineToken[],
        clock: () => Date,
        log: Logger,
    ) {
        this.#path = path;
        this.#environments = environments;
        this.#tokens = tokens;
        this.#clock = clock;
        this.#log = log;
    }

    async read(): Promise<void> {
        const { mtimeMs, size, ino } = await stat(this.#path);
        const stamp = `${mtimeMs} ${size} ${ino}`;
        if (stamp === this.#stamp) return;
        const content = await readFeatures(await parseLargeJsonBody(await readFile(this.#path)));
        for (const environment of new Set(this.#tokens.map((token) => token.environment))) {
            // A copy for each environment: served content is changed in place.
            const copy = { ...content, flags: new Map(content.flags), segments: new Map(content.segments) };
            await this.#environments.get(environment).replace({ environment, projects: ['*'] }, copy);
        }
        this.#stamp = stamp;
        this.#readAt = this.#clock();
        this.#problem = undefined;
    }

    /** Reads the file again. If it is unreadable, the previous content remains served. */
    async readAgain(): Promise<void> {
        await this.read().catch((error: Error) => {
            if (this.#problem !== error.message)
                this.#log.warn({ problem: error.message }, 'the file of flags cannot be read');
            this.#problem = error.message;
        });
    }

    /** Watches the folder: a replaced file, as in Kubernetes, is a different file. */
    watch(): () => void {
        const watcher = watch(dirname(this.#path), { persistent: false }, (_event, name) => {
            const mayBeOurs = name === null || name === basename(this.#path) || name.startsWith('..');
            if (!mayBeOurs) return;
            clearTimeout(this.#timer);
            this.#timer = setTimeout(() => void this.readAgain(), SETTLE_MS).unref();
        });
        watcher.on('error', (error) =>
            this.#log.warn({ problem: error.message }, 'the file of flags cannot be watched'),
        );
        return () => {
            clearTimeout(this.#timer);
            watcher.close();
        };
    }

    statuses(): EnvironmentStatus[] {
        return Array.from(this.#environments.all(), ({ name, snapshots }) => ({
            environment: name,
            projects: ['*'],
            state: this.#problem === undefined ? ('fresh' as const) : ('stale' as const),
            mode: 'file' as const,
            since: this.#readAt?.toISOString(),
            problem: this.#problem,
            flags: snapshots.of(name).flags.size,
        }));
    }
}

/** Any text is accepted as a token. Its scope is read from the text; without one, it is valid for everything in the file. */
function offlineToken(secret: string, kind: OfflineToken['kind']): OfflineToken {
    const scope = scopeInSecret(secret);
    return scope && scope.environment !== '*'
        ? { secret, kind, ...scope }
        : { secret, kind, environment: 'default', projects: ['*'] };
}

const tokenRow = ({ secret, kind, environment, projects }: OfflineToken, index: number) => ({
    id: index + 1,
    name: visiblePart(secret),
    type: kind,
    secret_hash: hashSecret(secret),
    environment,
    projects,
    expires_at: null,
});
