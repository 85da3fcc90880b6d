import { readConfig } from '../config.ts';
import { isOpenElsewhere, servicesConnected } from '../storage/copy/in-use.ts';
import { beginEpoch } from '../storage/copy/load.ts';
import { databaseFile } from '../storage/open-database.ts';
import { CommandError, type Context } from './command.ts';
import { withDatabase } from './database.ts';
import type { Result } from './result.ts';

/** For a database that was restored by its own means: the service cannot tell, and SDKs may know more than it does. */
export async function newEpoch(_: object, context: Context): Promise<Result> {
    const config = readConfig(context.environment);
    const running = new CommandError('A service runs on this database. Stop it first: it would not notice.');
    if (!config.databaseUrl && isOpenElsewhere(databaseFile(config.dataDir))) throw running;
    return withDatabase(context, async (database) => {
        if (config.databaseUrl && (await servicesConnected(database.migrator, config.databaseApplicationName)) > 0) {
            throw running;
        }
        const epoch = await beginEpoch(database.migrator);
        return { json: { epoch }, text: `${context.output.paint('green', '✓')} SDKs begin anew once the service runs` };
    });
}
