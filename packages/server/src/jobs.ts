import type { Logger } from 'pino';
import { forgetOldDeliveries } from './admin/exchange/integrations/delivery-queue.ts';
import { reconsiderStaleFlags } from './admin/flags/flags/flag-staleness.commands.ts';
import { tellOwnersOfOldFlags } from './admin/flags/flags/old-flag-mails.ts';
import { tryToChange } from './admin/overview/instance/readiness.ts';
import { moveHorizons, sweep } from './changes/archive/retention.ts';
import { deleteOldReceipts } from './changes/change-receipts.ts';
import { takeTurn } from './changes/job-turns.ts';
import { SYSTEM_ACTOR } from './core/access/actor.ts';
import { forgetOldMeasurements } from './delivery/metrics/store-measurements.ts';
import type { TokenTable } from './identity/accounts/api-tokens/token-table.ts';
import { recordTokenUse } from './identity/accounts/api-tokens/token-use.ts';
import { forgetOldMails } from './identity/accounts/mail-queue/mail-queue.ts';
import type { PersonalTokenTable } from './identity/accounts/personal-tokens/personal-token-table.ts';
import { recordPersonalTokenUse } from './identity/accounts/personal-tokens/personal-token-use.ts';
import { forgetExpired } from './identity/forget-expired.ts';
import type { Services } from './services.ts';
import type { JobRuns } from './telemetry/job-runs.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

interface Job {
    name: string;
    everySeconds: number;
    run: () => Promise<unknown>;
    /** The clock decides what it does: a node whose clock is wrong leaves it to other nodes. */
    isDueWork?: boolean;
    /** Run once more when the service stops, so that nothing measured is lost. */
    alsoAtStop?: boolean;
}

/** Everything that happens by itself. */
export const jobs = (
    {
        db,
        observe,
        databaseHealth,
        clock,
        attempts,
        write,
        config,
        settings,
        measurements,
        trafficSamples,
        deliveries,
        mails,
        flagIndex,
        schedules,
        log,
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
        /** Ends this node when the schema has become too new for it. */
        checkSchema: () => Promise<void>;
        checkFiles: () => Promise<void>;
    },
): Job[] => [
    { name: 'compare-clocks', everySeconds: 5, run: syncClock },
    { name: 'check-schema', everySeconds: 2, run: checkSchema },
    { name: 'check-database-files', everySeconds: 2, run: checkFiles },
    {
        name: 'look whether the database is well again',
        everySeconds: 2,
        run: () => databaseHealth.recheck(() => observe(tryToChange, { alone: true })),
    },
    {
        name: 'forget expired sessions and old sign-ins',
        isDueWork: true,
        everySeconds: 3600,
        run: () => forgetExpired(observe, clock(), config.loginHistoryDays),
    },
    {
        name: 'delete-old-change-receipts',
        isDueWork: true,
        everySeconds: 3600,
        run: () => deleteOldReceipts(observe, clock()),
    },
    {
        name: 'forget attempts of minutes that are over',
        isDueWork: true,
        everySeconds: 60,
        run: () => attempts.forgetOld(),
    },
    {
        name: 'store when tokens were used',
        everySeconds: 60,
        run: () => recordTokenUse(observe, tokens.takeSeen(), clock().toISOString()),
        alsoAtStop: true,
    },
    {
        name: 'store when personal tokens were used',
        everySeconds: 60,
        run: () => recordPersonalTokenUse(observe, personalTokens.takeSeen(), clock().toISOString()),
        alsoAtStop: true,
    },
    { name: 'store what SDKs told', everySeconds: 10, run: () => measurements.store(), alsoAtStop: true },
    { name: 'follow what other nodes measured', everySeconds: 2, run: () => flagIndex.followMeasurements() },
    {
        name: 'forget old measurements',
        isDueWork: true,
        everySeconds: 3600,
        run: () => forgetOldMeasurements(observe, clock(), config.dailyUsageDays),
    },
    { name: 'forget old samples of traffic', everySeconds: 600, run: async () => trafficSamples.turn() },
    {
        name: 'let age decide which flags are stale',
        isDueWork: true,
        everySeconds: 60,
        run: () => write(SYSTEM_ACTOR, reconsiderStaleFlags, undefined),
    },
    {
        name: 'tell owners which flags have grown old',
        isDueWork: true,
        everySeconds: 3600,
        run: async () => {
            const now = clock();
            const next = new Date(now.getTime() + DAY_MS);
            // Without a mail server nothing was sent, and everything is sent once there is one.
            if (
                !mails.isEnabled ||
                !(await takeTurn(observe, 'tell owners which flags have grown old', { now, next }))
            ) {
                return;
            }
            await observe((tx) => tellOwnersOfOldFlags(tx, now.toISOString()), { alone: true });
            mails.wake();
        },
    },
    {
        name: 'deliver again what integrations did not take',
        isDueWork: true,
        everySeconds: 5,
        run: () => deliveries.deliverDue(),
    },
    {
        name: 'forget old deliveries',
        isDueWork: true,
        everySeconds: 3600,
        run: () => observe((tx) => forgetOldDeliveries(tx, clock(), config.deliveryDays)),
    },
    // A timer wakes them in time; this is for when the clock was moved, or the database was away then.
    { name: 'apply what is scheduled', isDueWork: true, everySeconds: 5, run: () => schedules.runDue() },
    { name: 'send mails', isDueWork: true, everySeconds: 5, run: async () => mails.wake() },
    {
        name: 'forget old mails',
        isDueWork: true,
        everySeconds: 3600,
        run: () => observe((tx) => forgetOldMails(tx, clock(), config.deliveryDays)),
    },
    {
        name: 'archive old events',
        isDueWork: true,
        everySeconds: 3600,
        run: async () => {
            const now = clock();
            const next = new Date(now.getTime() + DAY_MS);
            if (!(await takeTurn(observe, 'archive old events', { now, next }))) return;
            // Archived at least a day ago, so all readers that had started by then have finished. One hour of tolerance, because
            // the archive was recorded shortly after the job of that day started.
            const archivedBefore = new Date(now.getTime() - DAY_MS + HOUR_MS).toISOString();
            const { left } = await sweep(db, observe, { folder: config.archiveDir, archivedBefore });
            for (const reason of left) log.warn(reason);
            await moveHorizons({
                db,
                write,
                observe,
                clock,
                folder: config.archiveDir,
                instance: settings.get('instance').id,
                eventLogDays: config.eventLogDays,
                pastDays: config.pastDays,
            });
        },
    },
];

/** Runs the jobs, each never twice at a time; returns how to stop them. */
export function startJobs(
    list: readonly Job[],
    {
        log,
        runs,
        clock,
        isDueWorkPaused,
    }: { log: Logger; runs: JobRuns; clock: () => Date; isDueWorkPaused: () => boolean },
): () => Promise<void> {
    const running = new Map<string, Promise<void>>();

    function run(job: Job): Promise<void> {
        const under = running.get(job.name);
        if (under !== undefined) return under;
        if (job.isDueWork && isDueWorkPaused()) return Promise.resolve();
        const start = performance.now();
        const ended = (failed: boolean) =>
            runs.ended(job.name, { at: clock(), seconds: (performance.now() - start) / 1000, failed });
        const started = job
            .run()
            .then(() => ended(false))
            .catch((error: unknown) => {
                ended(true);
                log.error({ err: error, job: job.name }, 'a job failed');
            })
            .finally(() => running.delete(job.name));
        running.set(job.name, started);
        return started;
    }

    const timers = list.map((job) => setInterval(() => void run(job), job.everySeconds * 1000).unref());
    return async () => {
        for (const timer of timers) clearInterval(timer);
        await Promise.all(running.values());
        for (const job of list) if (job.alsoAtStop) await run(job);
    };
}
