import type { CliContext } from '@halyard/cli/program/command';
import type { Result } from '@halyard/cli/program/result';
import { beginEpoch } from '../storage/copy/load.ts';
import { withExclusiveDatabase } from './database.ts';

/** Begins an epoch after a restore with database tools, which the service cannot detect: SDKs may know newer revisions. */
export const newEpoch = ({ dryRun }: { dryRun: boolean }, context: CliContext): Promise<Result> =>
    withExclusiveDatabase(context, ': it would not notice the change', async ({ migrator }) => {
        if (dryRun) return { json: { dryRun }, text: 'SDKs would fetch all flags again once the service runs.' };
        const epoch = await beginEpoch(migrator);
        return {
            json: { epoch },
            text: `${context.output.paint('green', '✓')} SDKs fetch all flags again once the service runs`,
        };
    });
