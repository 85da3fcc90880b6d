import type { Services } from '../../../app/services.ts';
import type { Step } from '../../../changes/change.ts';
import { applyPossibleSteps } from '../../../changes/steps.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { MigrationRehearsal, MigrationSteps } from './migration.schemas.ts';
import { MIGRATION_ACTIONS } from './migration-actions.ts';

const route = routeWithTag('Import and export');

export const migrationRoutes = ({ rehearse, config }: Services): Route[] => [
    route('POST /api/admin/migration/rehearsal', {
        operationId: 'rehearseMigration',
        summary: 'Preview a migration: list the steps that would be refused',
        description:
            'The steps are executed in order and rolled back. Later steps can use the objects of earlier ones.',
        access: 'ADMIN',
        expensive: true,
        leavesNoEvent: true,
        body: MigrationSteps,
        bodyLimit: config.maxImportMb * 1024 * 1024,
        responds: { status: 200, body: MigrationRehearsal },
        handler: async ({ actor, body }) => {
            const steps = body.steps.map(({ action, input }) => MIGRATION_ACTIONS[action](input));
            const all: Step = {
                authorise: async () => undefined,
                // Without events, no publications are built: only the refusals are of interest.
                run: (change) => applyPossibleSteps({ ...change, record: () => undefined }, steps),
            };
            const { results, failed } = await rehearse(actor, [all]);
            if (failed) throw failed.error;
            const failures = results[0] as Awaited<ReturnType<typeof applyPossibleSteps>>;
            return { failures: failures.map(({ step, error }) => ({ step, message: error.message })) };
        },
    }),
];
