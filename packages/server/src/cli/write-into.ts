import type { CliContext } from '@halyard/cli/program/command';
import { guardProtected } from '../admin/governance/change-requests/guard/guard.ts';
import { proposalStepFor } from '../admin/governance/change-requests/guard/propose-refused.ts';
import { createRun } from '../changes/run.ts';
import { createWrite, type Write } from '../changes/write.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../storage/database.ts';
import { SecretBox } from '../storage/secret-box.ts';

/** Returns the `write` of a command that changes the database directly. Running services are notified through the database. */
export const writeInto = (database: Database, config: Config, { clock }: Pick<CliContext, 'clock'>): Write =>
    createWrite({
        database,
        run: createRun({ limits: config.limits, secrets: new SecretBox(config.secretKeys), clock }),
        guard: guardProtected,
        proposalFor: proposalStepFor,
        effect: async () => ({}),
        announce: async () => undefined,
        tracer: undefined,
    });
