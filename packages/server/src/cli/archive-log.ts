import { resolve } from 'node:path';
import { type CliContext, CommandError } from '@halyard/cli/program/command';
import type { Result } from '@halyard/cli/program/result';
import { type ArchiveDependencies, archivableBefore, archiveEventsBefore } from '../changes/archive/archive-events.ts';
import { archivedThrough } from '../changes/archive/horizon.ts';
import { moveHorizons, sweep } from '../changes/archive/retention.ts';
import { createRecordObservation } from '../changes/record-observation.ts';
import { createRun } from '../changes/run.ts';
import { createWrite } from '../changes/write.ts';
import type { Config } from '../config/config.ts';
import { HalyardError } from '../core/errors/errors.ts';
import type { Opened } from '../storage/copy/source.ts';
import { SecretBox } from '../storage/secret-box.ts';
import { withDatabase, withExclusiveDatabase } from './database.ts';

const DAY_MS = 86_400_000;

interface ArchiveLogOptions {
    days: number;
    folder: string | undefined;
    sweep: boolean;
    dryRun: boolean;
}

/** Runs the daily job now: moves old events to files. Their rows are deleted when no reader can need them any more. */
export async function archiveLog(options: ArchiveLogOptions, context: CliContext): Promise<Result> {
    const { days, folder: requestedFolder, sweep: sweeps, dryRun } = options;
    if (days < 1) throw new CommandError('--days must be at least 1: younger events stay in the log.');
    const work = async (database: Opened, config: Config): Promise<Result> => {
        const folder = requestedFolder ?? config.archiveDir;
        if (folder === '') throw new CommandError('Specify the target folder with --folder or ARCHIVE_DIR.');
        if (dryRun) return dryRunResult(database, daysBefore(context.clock(), days), folder);
        const dependencies = await archiveDependencies(database, config, { folder, clock: context.clock });
        try {
            return sweeps ? await moveAndSweep(dependencies, days, config) : await moveOnly(dependencies, days);
        } catch (error) {
            throw error instanceof HalyardError ? new CommandError(error.message) : error;
        }
    };
    if (!sweeps) return withDatabase(context, work);
    return withExclusiveDatabase(context, ', or omit --sweep: the service deletes the rows a day later', work);
}

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS).toISOString();

async function dryRunResult({ db }: Opened, before: string, folder: string): Promise<Result> {
    const range = await archivableBefore(db, before);
    const events = range ? range.last.id - range.from + 1 : 0;
    const text = `${events} events would be moved to ${resolve(folder)}${range ? `, up to event ${range.last.id}` : ''}.`;
    return { json: { dryRun: true, events }, text };
}

async function moveOnly(dependencies: ArchiveDependencies, days: number): Promise<Result> {
    const { json, lines } = await describeMoved(
        dependencies,
        days,
        await archiveEventsBefore(dependencies, daysBefore(dependencies.clock(), days)),
    );
    const later = 'A service whose ARCHIVE_DIR is this folder deletes them from the database a day later.';
    return { json, text: (json.files.length > 0 ? [...lines, later] : lines).join('\n') };
}

async function moveAndSweep(dependencies: ArchiveDependencies, days: number, { pastDays }: Config): Promise<Result> {
    const { db, recordObservation, folder, clock } = dependencies;
    const { json, lines } = await describeMoved(
        dependencies,
        days,
        await moveHorizons({ ...dependencies, eventLogDays: days, pastDays }),
    );
    const { deleted, left } = await sweep(db, recordObservation, { folder, archivedBefore: clock().toISOString() });
    if (left.length > 0) throw new CommandError(left.join(' '));
    const rows = `${deleted} events were deleted from the database.`;
    return { json: { ...json, deleted }, text: [...lines, rows].join('\n') };
}

async function describeMoved({ db, folder }: ArchiveDependencies, days: number, moved: string[]) {
    const through = await archivedThrough(db);
    const files = moved.map((file) => resolve(folder, file));
    const lines =
        files.length === 0
            ? [`Nothing else is older than ${days} days.`]
            : [...files, `The log now begins after event ${through}. Keep the files: they will be the only copy.`];
    return { json: { files, archivedThrough: through }, lines };
}

async function archiveDependencies(
    database: Opened,
    config: Config,
    { folder, clock }: Pick<ArchiveDependencies, 'folder' | 'clock'>,
): Promise<ArchiveDependencies> {
    const { db } = database;
    const { content } = await db
        .selectFrom('settings')
        .select('content')
        .where('name', '=', 'instance')
        .executeTakeFirstOrThrow();
    return {
        db,
        write: createWrite({
            database,
            run: createRun({ limits: config.limits, secrets: new SecretBox(config.secretKeys), clock }),
            // Archiving changes nothing that SDKs receive, so nothing needs approval.
            guard: async () => async () => ({}),
            proposalFor: () => undefined,
            effect: async () => ({}),
            // Running nodes are notified through the database.
            announce: async () => undefined,
            tracer: undefined,
        }),
        recordObservation: createRecordObservation(database),
        clock,
        folder,
        instance: String(content['id']),
    };
}
