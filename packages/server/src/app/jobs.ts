import { announceFindings } from '../admin/experiments/announcements/announce-findings.ts';
import { queryDueSources } from '../admin/experiments/data-sources/results/query-due-sources.ts';
import { recordSummaries } from '../admin/experiments/results/summaries.ts';
import { reconsiderStaleFlags } from '../admin/flags/flags/flag-staleness.commands.ts';
import { notifyOwnersOfOldFlags } from '../admin/flags/flags/old-flag-mails.ts';
import { rollUpSeries } from '../admin/observations/series/roll-up-series.ts';
import { probeWrite } from '../admin/overview/instance/readiness.ts';
import { deleteOldEvaluations } from '../admin/releases/safeguards/store-evaluation.ts';
import { moveHorizons, sweep } from '../changes/archive/retention.ts';
import { deleteOldReceipts } from '../changes/change-receipts.ts';
import { claimRun } from '../changes/job-claims.ts';
import { deleteOldMessages } from '../changes/outbox/outbox-rows.ts';
import { SYSTEM_ACTOR } from '../core/access/actor.ts';
import type { Job } from '../core/concurrency/job-runner.ts';
import { deleteOldReports } from '../delivery/reports/delete-old-reports.ts';
import { exportedSince } from '../delivery/series/export/series-outbox.ts';
import type { TokenTable } from '../identity/accounts/api-tokens/token-table.ts';
import { recordTokenUse } from '../identity/accounts/api-tokens/token-use.ts';
import type { PersonalTokenTable } from '../identity/accounts/personal-tokens/personal-token-table.ts';
import { recordPersonalTokenUse } from '../identity/accounts/personal-tokens/personal-token-use.ts';
import { deleteExpired } from '../identity/delete-expired.ts';
import type { Services } from './services.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** The periodic jobs of a node. */
export const jobs = (
    {
        db,
        recordObservation,
        databaseHealth,
        clock,
        loginRateLimiter,
        write,
        config,
        settings,
        reports,
        evaluationRecorder,
        trafficSamples,
        deliveries,
        mails,
        flagIndex,
        dueWork,
        snapshots,
        pastFlags,
        seriesExporter,
        dataSourceClient,
        experimentVersions,
        log,
        version,
    }: Services,
    {
        tokens,
        personalTokens,
        syncClock,
        checkSchema,
        checkFiles,
    }: {
        tokens: TokenTable;
        personalTokens: PersonalTokenTable;
        syncClock: () => Promise<void>;
        /** Stops this node if the database schema is too new for it, or the content was replaced. */
        checkSchema: () => Promise<void>;
        checkFiles: () => Promise<void>;
    },
): Job[] => [
    {
        id: 'compare-clocks',
        description: 'compares the clock of this node with that of the database',
        everySeconds: 5,
        run: syncClock,
    },
    {
        id: 'check-schema',
        description:
            'stops this node when its version is too old for the database schema, or when the content was replaced',
        everySeconds: 2,
        run: checkSchema,
    },
    {
        id: 'check-database-files',
        description: 'detects deleted or replaced files of the embedded database',
        everySeconds: 2,
        run: checkFiles,
    },
    {
        id: 'recheck-database',
        description: 'checks whether a database that failed can be written again',
        everySeconds: 2,
        run: () => databaseHealth.recheck(() => recordObservation(probeWrite, { exclusive: true })),
    },
    {
        id: 'delete-expired-sessions',
        description: 'deletes expired sessions, links and old sign-in records',
        isDueWork: true,
        everySeconds: 3600,
        run: () => deleteExpired(recordObservation, clock(), config.loginHistoryDays),
    },
    {
        id: 'delete-old-change-receipts',
        description: 'deletes the receipts of old changes',
        isDueWork: true,
        everySeconds: 3600,
        run: () => deleteOldReceipts(recordObservation, clock()),
    },
    {
        id: 'reset-login-rate-limits',
        description: 'deletes login attempts that no longer count towards the rate limit',
        isDueWork: true,
        everySeconds: 60,
        run: () => loginRateLimiter.forgetOld(),
    },
    {
        id: 'store-token-use',
        description: 'stores when API tokens were used',
        everySeconds: 60,
        run: () => recordTokenUse(recordObservation, tokens.takeSeen(), clock().toISOString()),
        alsoAtStop: true,
    },
    {
        id: 'store-personal-token-use',
        description: 'stores when personal access tokens were used',
        everySeconds: 60,
        run: () => recordPersonalTokenUse(recordObservation, personalTokens.takeSeen(), clock().toISOString()),
        alsoAtStop: true,
    },
    {
        id: 'store-sdk-reports',
        description: 'stores the metrics and registrations of SDKs',
        everySeconds: 10,
        run: async () => {
            await evaluationRecorder.flush();
            await reports.store();
        },
        alsoAtStop: true,
    },
    {
        id: 'follow-usage',
        description: 'reads the usage that other nodes stored into the flag lists',
        everySeconds: 2,
        run: () => flagIndex.followMeasurements(),
    },
    {
        id: 'release-compiled-flags',
        description: 'releases the memory of environments in which no flag was evaluated for a while',
        everySeconds: 300,
        run: async () => {
            pastFlags.releaseUnused();
            for (const snapshot of snapshots.all()) snapshot.releaseUnused();
        },
    },
    {
        id: 'delete-old-usage',
        description: 'deletes old usage and registrations',
        isDueWork: true,
        everySeconds: 3600,
        run: () => deleteOldReports({ recordObservation, clock, reports }, config.dailyUsageDays),
    },
    {
        id: 'roll-up-series',
        description: 'moves old minutes of metrics into hours, and deletes expired ones',
        isDueWork: true,
        everySeconds: 600,
        run: async () => {
            const now = clock();
            const next = new Date(now.getTime() + HOUR_MS);
            if (!(await claimRun(recordObservation, 'roll-up-series', { now, next }))) return;
            const since = seriesExporter && (await exportedSince(db));
            await rollUpSeries({ db, recordObservation, clock, days: config.seriesDays, exportedSince: since });
        },
    },
    {
        id: 'export-series',
        description: 'with SERIES_BACKEND=prometheus, writes values of metrics to the engine',
        everySeconds: 10,
        run: async () => seriesExporter?.send(),
    },
    {
        id: 'delete-old-safeguard-evaluations',
        description: 'deletes evaluations of safeguards, and the users of milestones that ended, after 14 days',
        isDueWork: true,
        everySeconds: 3600,
        run: () => deleteOldEvaluations(recordObservation, clock()),
    },
    {
        id: 'record-experiment-results',
        description: 'stores the sums of running experiments, and announces their results and wrong sample ratios',
        isDueWork: true,
        everySeconds: 60,
        run: async () => {
            await recordSummaries(db, recordObservation, clock());
            await announceFindings({ db, write, clock, version });
            mails.wake();
        },
    },
    {
        id: 'query-data-sources',
        description: 'queries the data sources of experiments that are due',
        isDueWork: true,
        everySeconds: 10,
        run: () =>
            queryDueSources({ db, recordObservation, clock, dataSourceClient, versionsSince: experimentVersions }),
    },
    {
        id: 'store-traffic-samples',
        description: 'stores samples of traffic, and deletes old ones',
        everySeconds: 60,
        run: () => trafficSamples.store(),
    },
    {
        id: 'mark-stale-flags',
        description: 'marks flags that are older than the lifetime of their type as potentially stale',
        isDueWork: true,
        everySeconds: 60,
        run: () => write(SYSTEM_ACTOR, reconsiderStaleFlags, undefined),
    },
    {
        id: 'mail-owners-of-stale-flags',
        description: 'sends owners a daily mail about flags that became stale',
        isDueWork: true,
        everySeconds: 3600,
        run: async () => {
            const now = clock();
            const next = new Date(now.getTime() + DAY_MS);
            // Without a mail server the turn is not taken, so that the mails are sent once a mail server is configured.
            if (!mails.isEnabled || !(await claimRun(recordObservation, 'mail-owners-of-stale-flags', { now, next }))) {
                return;
            }
            await recordObservation((tx) => notifyOwnersOfOldFlags(tx, now.toISOString()), { exclusive: true });
            mails.wake();
        },
    },
    {
        id: 'retry-deliveries',
        description: 'retries failed deliveries to integrations',
        isDueWork: true,
        everySeconds: 5,
        run: () => deliveries.deliverDue(),
    },
    {
        id: 'delete-old-deliveries',
        description: 'deletes old records of deliveries',
        isDueWork: true,
        everySeconds: 3600,
        run: () => recordObservation((tx) => deleteOldMessages(tx, 'deliveries', clock(), config.deliveryDays)),
    },
    // Timers start due work on time. This job covers clock changes, database outages and freeze windows.
    {
        id: 'run-due-work',
        description: 'runs due work, such as scheduled changes, that its timer missed or that was held',
        isDueWork: true,
        everySeconds: 5,
        run: () => dueWork.runDue(),
    },
    {
        id: 'send-mails',
        description: 'sends queued mails',
        isDueWork: true,
        everySeconds: 5,
        run: async () => mails.wake(),
    },
    {
        id: 'delete-old-mails',
        description: 'deletes old records of mails',
        isDueWork: true,
        everySeconds: 3600,
        run: () => recordObservation((tx) => deleteOldMessages(tx, 'mails', clock(), config.deliveryDays)),
    },
    {
        id: 'archive-events',
        description: 'moves old events to files, and deletes archived ones, once a day',
        isDueWork: true,
        everySeconds: 3600,
        run: async () => {
            const now = clock();
            const next = new Date(now.getTime() + DAY_MS);
            if (!(await claimRun(recordObservation, 'archive-events', { now, next }))) return;
            // Archived at least a day ago, so all readers that had started by then have finished. One hour of tolerance, because
            // the archive was recorded shortly after the job of that day started.
            const archivedBefore = new Date(now.getTime() - DAY_MS + HOUR_MS).toISOString();
            const { left } = await sweep(db, recordObservation, { folder: config.archiveDir, archivedBefore });
            for (const reason of left) log.warn(reason);
            await moveHorizons({
                db,
                write,
                recordObservation,
                clock,
                folder: config.archiveDir,
                instance: settings.get('instance').id,
                eventLogDays: config.eventLogDays,
                pastDays: config.pastDays,
            });
        },
    },
];
