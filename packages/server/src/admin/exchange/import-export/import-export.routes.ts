import type { Services } from '../../../app/services.ts';
import { mayKnowOf } from '../../../core/access/actor.ts';
import { PERMISSIONS } from '../../../core/access/permissions.ts';
import { noSuchProject } from '../../../core/errors/errors.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { getProjectForFlags } from '../../flags/flags/flag.commands.ts';
import { exportFlags } from './export.queries.ts';
import { ExportedData, ExportQuery } from './export.schemas.ts';
import { lacking } from './import.access.ts';
import { importFlags } from './import.commands.ts';
import { Import, ImportReport } from './import.schemas.ts';
import { planImport } from './import-plan.ts';
import { inUnleashFormat } from './unleash-format.ts';

const route = routeWithTag('Import and export');

export const importExportRoutes = ({ db, write, config }: Services): Route[] => [
    route('POST /api/admin/features-batch/export', {
        operationId: 'exportFeatures',
        summary: 'Export the configuration of flags in one environment',
        access: 'authenticated',
        expensive: true,
        leavesNoEvent: true,
        body: ExportQuery,
        responds: { status: 200, body: ExportedData },
        handler: async ({ actor, body }, reply) => {
            if (body.downloadFile) reply.header('content-disposition', 'attachment; filename="flags.json"');
            const exported = await exportFlags(db, actor, body);
            return body.format === 'unleash' ? inUnleashFormat(exported) : exported;
        },
    }),
    route('POST /api/admin/features-batch/validate', {
        operationId: 'validateImport',
        summary: 'Validate an import without importing anything',
        access: 'authenticated',
        expensive: true,
        leavesNoEvent: true,
        body: Import,
        bodyLimit: config.maxImportMb * 1024 * 1024,
        responds: { status: 200, body: ImportReport },
        errors: [404],
        handler: async ({ actor, body }) => {
            // The validation result would reveal information about hidden projects.
            if (!mayKnowOf(actor, body.project)) throw noSuchProject(body.project);
            await getProjectForFlags(db, body.project);
            const { errors, warnings, permissions } = await planImport(db, actor, body);
            const missing = lacking(actor, permissions, body).map((permission) => PERMISSIONS[permission].label);
            return {
                errors,
                warnings,
                permissions:
                    missing.length > 0
                        ? [{ message: 'You need these permissions for the import', affectedItems: missing }]
                        : [],
            };
        },
    }),
    route('POST /api/admin/features-batch/import', {
        operationId: 'importFeatures',
        summary: 'Import flags into a project and an environment',
        description: 'Everything is imported, or nothing. Existing flags are overwritten; archived flags are skipped.',
        access: 'UPDATE_FEATURE',
        expensive: true,
        scopeInBody: ({ project }) => ({ project }),
        body: Import,
        bodyLimit: config.maxImportMb * 1024 * 1024,
        responds: { status: 200 },
        errors: [404, 409],
        handler: ({ actor, body }) => write(actor, importFlags, body),
    }),
];
