import { resolve } from 'node:path';
import { archivedThrough } from '../changes/archive/horizon.ts';
import { moveHorizons, sweep } from '../changes/archive/retention.ts';
import { createObserve } from '../changes/observe.ts';
import { createRun, createWrite } from '../changes/write.ts';
import { SecretBox } from '../storage/secret-box.ts';
import { CommandError, type Context } from './command.ts';
import { withDatabase } from './database.ts';
import type { Result } from './result.ts';

/** What the daily job does, now: moves old events to files, and deletes them from the database. */
export async function archiveLog(
    { days, folder: wanted }: { days: number; folder: string | undefined },
    context: Context,
): Promise<Result> {
    if (days < 1) throw new CommandError('--days must be at least 1: what is younger stays in the log.');
    return withDatabase(context, async (database, config) => {
        const folder = wanted ?? config.archiveDir;
        if (folder === '') throw new CommandError('Say where to: --folder, or ARCHIVE_DIR.');
        const { db } = database;
        const observe = createObserve(database);
        const clock = () => new Date();
        const write = createWrite({
            database,
            run: createRun({ limits: config.limits, secrets: new SecretBox(config.secretKeys), clock }),
            // Nothing that SDKs see is changed, so there is nothing to approve.
            guard: async () => async () => ({}),
            instead: () => undefined,
            effect: async () => ({}),
            // Nodes that run hear of it from the database.
            announce: async () => undefined,
        });
        const instance = await db
            .selectFrom('settings')
            .select('content')
            .where('name', '=', 'instance')
            .executeTakeFirstOrThrow();
        const files = await moveHorizons({
            db,
            write,
            observe,
            clock,
            folder,
            instance: String(instance.content['id']),
            eventLogDays: days,
            pastDays: config.pastDays,
        });
        await sweep(db, observe);
        const through = await archivedThrough(db);
        const paths = files.map((file) => resolve(folder, file));
        return {
            json: { files: paths, archivedThrough: through },
            text:
                files.length === 0
                    ? `Nothing is older than ${days} days.`
                    : [
                          ...paths,
                          `The log now begins after event ${through}. Keep the files: they are the only copy.`,
                      ].join('\n'),
        };
    });
}
