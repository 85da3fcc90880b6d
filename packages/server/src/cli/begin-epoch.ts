import type { CliContext } from '@halyard/cli/program/command';
import type { Result } from '@halyard/cli/program/result';
import { beginEpoch } from '../storage/copy/load.ts';
import { withDatabaseAlone } from './database.ts';

/** For a database that was restored by its own means: the service cannot tell, and SDKs may know more than it does. */
export const newEpoch = ({ dryRun }: { dryRun: boolean }, context: CliContext): Promise<Result> =>
    withDatabaseAlone(context, ': it would not notice', async ({ migrator }) => {
        if (dryRun) return { json: { dryRun }, text: 'SDKs would begin anew once the service runs.' };
        const epoch = await beginEpoch(migrator);
        return { json: { epoch }, text: `${context.output.paint('green', '✓')} SDKs begin anew once the service runs` };
    });
