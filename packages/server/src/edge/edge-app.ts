import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { coalesced } from '../core/concurrency/coalesced.ts';
import { type Job, startJobs } from '../core/concurrency/job-runner.ts';
import { StartError } from '../core/errors/start-error.ts';
import { EvaluationRecorder } from '../delivery/assignments/evaluation-recorder.ts';
import type { DeliveryServices } from '../delivery/delivery-services.ts';
import { evaluationListener } from '../delivery/evaluation-events.ts';
import { FORWARDED_UNPROTECTED } from '../delivery/outcomes/outcome-protection.ts';
import { ReportReceiver } from '../delivery/reports/report-receiver.ts';
import { createHttpMetrics } from '../http/server/metrics.ts';
import { EventStreams } from '../http/streams/event-streams.ts';
import { visiblePart } from '../identity/accounts/api-tokens/token-secret.ts';
import { validationRoute } from '../identity/accounts/api-tokens/validation-route.ts';
import { type Backstage, backstageRoutes, readinessOf } from './backstage.routes.ts';
import type { EdgeConfig } from './config/edge-config.ts';
import { edgeMetrics } from './edge-metrics.ts';
import { type EdgeOptions, edgeRuntime, logFailedJobs } from './edge-runtime.ts';
import { featuresByEnvironment, staleSecondsOf, statusOf } from './edge-status.ts';
import { serve } from './serving.ts';
import { Backups } from './state/backups.ts';
import { EdgeEnvironments } from './state/edge-environments.ts';
import { EdgeRecordedFlags } from './state/edge-recorded-flags.ts';
import { ReportFiles } from './state/report-files.ts';
import { TaggedFlags } from './state/tagged-flags.ts';
import { EdgeTokens } from './tokens/edge-tokens.ts';
import { TokenIssuing } from './tokens/token-issuing.ts';
import { reportTokenUse } from './tokens/token-use.ts';
import { TokenValidation } from './tokens/token-validation.ts';
import { Forwarder } from './upstream/forwarding.ts';
import { Subscriptions } from './upstream/subscriptions.ts';
import { UpstreamClient, UpstreamUnavailable } from './upstream/upstream-client.ts';
import { upstreamOptions } from './upstream/upstream-options.ts';

export interface Edge {
    /** The address of the edge, e.g. `http://localhost:3063`. */
    url: string;
    /** The address with TLS, if TLS is enabled. */
    tlsUrl?: string | undefined;
    /** The readiness check fails from here on. All requests are still served. */
    startDraining(): void;
    close(): Promise<void>;
}

const BATCH_DELAY_MS = 50;
const REVALIDATION_PAUSE_MS = 1_000;
/** The interval at which upstream is queried about tokens that are not validated yet. */
const PENDING_TOKENS_SECONDS = 5;

/** Starts an edge from its configuration, and returns a function to stop it. An edge has no database. */
export async function startEdge(config: EdgeConfig, options: EdgeOptions): Promise<Edge> {
    const runtime = edgeRuntime(config, options);
    const { version, clock, log, telemetry } = runtime;
    const started = clock();
    const instanceId = config.instanceId || randomUUID();
    const client = new UpstreamClient(upstreamOptions(config, instanceId, version));
    const environments = new EdgeEnvironments({ now: () => clock().getTime(), random: Math.random });
    const eventStreams = new EventStreams({ limit: config.maxStreams });
    const tokens = new EdgeTokens({
        environments,
        validation: new TokenValidation(client),
        clock,
        strict: config.strict && !config.dynamic,
        timeoutMs: 1000 * config.upstreamRequestSeconds,
        onChange: () => void followTokens(),
        log,
    });
    let isClosing = false;
    /** Many tokens may be revoked in a row: upstream is queried at once, and then at most every second. */
    const revalidateNotified = coalesced(async () => {
        const problem = await tokens.revalidate().then(
            () => undefined,
            (error: Error) => error.message,
        );
        await delay(REVALIDATION_PAUSE_MS, undefined, { ref: false });
        if (problem === undefined || isClosing) return;
        log.warn({ problem }, 'upstream may have revoked tokens, and their validation failed; it is retried');
        void revalidateNotified();
    });
    const subscriptions = new Subscriptions({
        client,
        environments,
        mayStream: config.streaming,
        refreshMs: 1000 * config.refreshSeconds,
        clock,
        onRefused: (secret) => void tokens.recheck(secret).catch(() => undefined),
        onTokensRevoked: () => void revalidateNotified(),
        onRecordedFlagsChanged: () => recordedFlags.refresh(),
        onChange: ({ isOther }) => {
            backups.schedule();
            if (!isOther) return;
            tokens.flagsChanged();
            recordedFlags.refresh();
            void followTokens();
        },
    });
    const recordedFlags = new EdgeRecordedFlags({
        ...{ client, subscriptions, environments },
        onError: (error) => log.warn({ err: error }, 'upstream did not say which evaluations to report'),
    });
    const followTokens = coalesced(async () => {
        backups.schedule();
        // Changes arrive in bursts of thousands; one update covers all that arrive together.
        await delay(BATCH_DELAY_MS);
        await subscriptions.follow(tokens.following());
        await eventStreams.recheck();
    });
    const backups = new Backups(config, {
        current: () => ({
            sources: [...environments.all()].flatMap((environment) => [...environment.contents()]),
            tokens: tokens.all(),
        }),
        isSynchronized: () => subscriptions.areSynchronized,
        sharedPauseMs: options.sharedBackupPauseMs,
        clock,
        log,
    });
    const forwarder = new Forwarder({
        client,
        snapshots: environments,
        subscriptions,
        edge: { appName: config.appName, instanceId },
        files: config.backupFolder ? new ReportFiles(config.backupFolder, log) : undefined,
        clock,
        types: options.reportTypes,
        log,
    });
    const reports = new ReportReceiver({
        snapshots: environments,
        clock,
        types: options.reportTypes,
        journal: forwarder,
        log,
    });

    const evaluationRecorder = new EvaluationRecorder({
        ...{ flags: recordedFlags, reports, outcomes: FORWARDED_UNPROTECTED, clock },
    });
    const exportEvaluation = evaluationListener({
        ...{ snapshots: environments, ratio: config.evaluationEvents, add: telemetry.addLog, log },
    });

    const issuing = config.clientSecret ? new TokenIssuing(client, config, clock) : undefined;
    const validateTokens = async () => {
        let refusal: StartError | undefined;
        const issued = await issuing?.issue().catch((error: unknown) => {
            if (!(error instanceof StartError)) throw error;
            refusal = error;
        });
        if (issued) tokens.addIssued(issued);
        await tokens.revalidate();
        if (refusal) throw refusal;
    };

    try {
        await restoreBackup(backups, { environments, subscriptions, tokens, forwarder, config, log });
        const problem = await validateTokens().catch((error: unknown) => {
            // If definitions are available, an error of upstream does not prevent the start.
            const isServing = error instanceof StartError && tokens.following().length > 0;
            if (!(isServing || error instanceof UpstreamUnavailable)) throw error;
            return error;
        });
        if (problem) {
            const { message } = problem;
            log.warn({ problem: message }, 'upstream does not respond; the backup is served');
        } else if (config.tokens.length > 0 && tokens.following().length === 0) {
            throw new StartError('Upstream knows none of TOKENS. Correct them, or UPSTREAM_URL.');
        }
        await followTokens();

        const delivery: DeliveryServices = {
            version: version,
            config,
            snapshots: environments,
            eventStreams,
            reports,
            clock,
            outcomeUnits: FORWARDED_UNPROTECTED,
            tokens,
            // Includes changes that another edge announces.
            changeFeed: { catchUp: () => environments.nextChange() },
            // Traffic is sampled by the service only, where changes are previewed.
            trafficSamples: { see: () => undefined },
            acceptsBareContext: true,
            flagsTagged: (tags) => taggedFlags.of(tags),
            recordedFlags,
            onEvaluated: (evaluated) => {
                exportEvaluation?.(evaluated);
                evaluationRecorder.see(evaluated);
            },
        };
        const taggedFlags = new TaggedFlags(client, subscriptions, clock, 1000 * config.refreshSeconds);
        const status = () => statusOf(subscriptions.statuses(), environments);
        const isTooStale = () =>
            config.maxStalenessSeconds > 0 &&
            status().some((environment) => staleSecondsOf(environment, clock()) > config.maxStalenessSeconds);
        const metrics = createHttpMetrics([
            edgeMetrics({
                clock,
                environments: status,
                tokens: () => ({ valid: [...tokens.all()].length, refused: tokens.countRefused }),
                reportsSent: () => forwarder.countSent,
            }),
            () => eventStreams.metrics(),
            () => reports.metrics(),
            () => telemetry.metrics(),
        ]);
        const backstage: Backstage = {
            readiness: () => readinessOf(runtime, tokens.areReady && !isTooStale()),
            environments: status,
            features: () => featuresByEnvironment(environments),
            tokens: () => ({
                tokens: Array.from(tokens.all(), ({ secret, kind, environment, projects, origin, isVerified }) => ({
                    ...{ token: visiblePart(secret), type: kind, environment, projects, origin },
                    status: isVerified ? 'Validated' : 'Unknown',
                })),
                refused: tokens.countRefused,
            }),
            pendingReports: () => forwarder.pending(),
            instance: () => ({
                this_instance: {
                    ...{ identifier: instanceId, app_name: config.appName, edge_version: version },
                    ...{ started: started.toISOString(), upstream: config.upstreamUrl },
                },
                environments: status(),
                warnings: config.warnings,
            }),
            metrics: () => metrics.text(),
        };
        const serving = await serve({
            config,
            delivery,
            ownRoutes: [...backstageRoutes(backstage, config), validationRoute((secret) => tokens.validate(secret))],
            eventStreams,
            metrics,
            identify: (secret) => tokens.identify(secret),
            runtime,
        });
        const jobs: Job[] = [
            {
                id: 'forward-sdk-reports',
                description: 'forwards the metrics and registrations of SDKs to upstream',
                everySeconds: config.metricsSeconds,
                run: async () => {
                    await evaluationRecorder.flush();
                    await reports.store();
                    await reportTokenUse(tokens, { client, subscriptions });
                },
            },
            {
                id: 'revalidate-tokens',
                description: 'asks upstream which tokens are still valid',
                everySeconds: config.revalidationSeconds,
                run: validateTokens,
            },
            {
                // Without a stream, or with Unleash upstream, the edge is not notified of revoked tokens.
                id: 'poll-tokens',
                description: 'asks upstream about some tokens when upstream sends no notifications',
                everySeconds: config.refreshSeconds,
                run: async () => {
                    if (subscriptions.areNotified) return;
                    await tokens.revalidateSome();
                    await tokens.checkUsed(new Set(subscriptions.secrets()));
                },
            },
            {
                id: 'poll-recorded-flags',
                description: 'asks upstream which evaluations to report when upstream sends no notifications',
                everySeconds: config.refreshSeconds,
                run: async () => (subscriptions.areNotified ? undefined : recordedFlags.refresh()),
            },
            {
                id: 'validate-pending-tokens',
                description: 'asks upstream about tokens that are not validated yet',
                everySeconds: options.unclearSeconds ?? PENDING_TOKENS_SECONDS,
                run: async () => (tokens.areUnclear || issuing?.hasIssued === false ? validateTokens() : undefined),
            },
        ];
        const stopJobs = startJobs(jobs, { onEnd: logFailedJobs(log) });
        return {
            url: serving.url,
            tlsUrl: serving.tlsUrl,
            startDraining: runtime.draining.start,
            async close() {
                isClosing = true;
                await serving.close();
                await stopJobs();
                subscriptions.stop();
                await evaluationRecorder.flush();
                evaluationRecorder.stop();
                await reports.store().catch(() => undefined);
                await forwarder.close();
                await backups
                    .stop()
                    .catch((error: unknown) => log.warn({ err: error }, 'the backup could not be written'));
                client.close();
                await telemetry.close();
            },
        };
    } catch (error) {
        isClosing = true;
        subscriptions.stop();
        await eventStreams.close();
        client.close();
        await telemetry.close();
        throw error;
    }
}

async function restoreBackup(
    backups: Backups,
    {
        environments,
        subscriptions,
        tokens,
        forwarder,
        config,
        log,
    }: {
        environments: EdgeEnvironments;
        subscriptions: Subscriptions;
        tokens: EdgeTokens;
        forwarder: Forwarder;
        config: EdgeConfig;
        log: Logger;
    },
): Promise<void> {
    await backups.begin();
    const { sources, tokens: backedUp } = await backups.restore();
    for (const { scope, content } of sources) {
        try {
            await environments.get(scope.environment).replace(scope, content);
            subscriptions.restored(scope);
        } catch (error) {
            const { environment } = scope;
            log.warn({ environment, err: error }, 'the flags of the backup cannot be served; they are fetched instead');
            await environments.get(environment).drop(scope);
        }
    }
    const configured = { startup: config.tokens, trusted: config.trustedTokens };
    tokens.begin({ ...configured, backup: backedUp });
    await forwarder.restore();
}
