import type { Services } from '../../../app/services.ts';
import { type ErrorDetail, invalid } from '../../../core/errors/errors.ts';
import { fitsType, type ValueType } from '../../../core/settings/value-types.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { getProjectForFlags } from '../flags/flag.commands.ts';
import { flagActions } from '../flags/flag.proposables.ts';
import { getFlag, getFlagOrArchived } from '../flags/flag.queries.ts';
import { describeForCode } from './manifest.commands.ts';
import { listManifestFlags, manifestOf } from './manifest.queries.ts';
import {
    ArchivedManifestFlag,
    ChangedManifestFlag,
    ManifestFlagUpdate,
    NewManifestFlag,
    ProjectManifest,
    valueTypeOf,
} from './manifest.schemas.ts';

const route = routeWithTag('Typed flags');
const MANIFEST = '/api/typed-flags/:projectId/openfeature/v0/manifest';
const { createFeature, updateFeature, archiveFeature } = flagActions;

interface Failure {
    status: number;
    name: string;
    message: string;
    details: ErrorDetail[];
}

/** The OpenFeature CLI reads `error`. */
const errorMembers = ({ status, name, message, details }: Failure) => ({
    error: {
        message,
        status,
        details: details.map((detail) => ({
            field: ('path' in detail && detail.path) || '',
            code: name,
            message: ('message' in detail && detail.message) || message,
        })),
    },
});

/**
 * The endpoints of the OpenFeature CLI for pull and push. The base URL for the CLI ends before `/openfeature`; paths of the admin
 * API have no version.
 */
export const typedFlagRoutes = ({ db, write, clock }: Services): Route[] => {
    const changed = async (project: string, name: string) => {
        const [flag] = await manifestOf(db, [await getFlag(db, { project, name })]);
        return { flag: flag!, updatedAt: clock().toISOString() };
    };
    return [
        route(`GET ${MANIFEST}`, {
            operationId: 'getProjectManifest',
            summary: 'Read the flags of a project with their types and code defaults',
            access: 'authenticated',
            responds: { status: 200, body: ProjectManifest },
            errorMembers,
            handler: async ({ params: { projectId } }, reply) => {
                await getProjectForFlags(db, projectId);
                reply.header('x-manifest-capabilities', 'read,write,delete');
                return { flags: await listManifestFlags(db, projectId) };
            },
        }),
        route(`POST ${MANIFEST}/flags`, {
            operationId: 'createManifestFlag',
            summary: 'Create a flag with a value type',
            ...createFeature.routeAccess,
            body: NewManifestFlag,
            responds: { status: 201, body: ChangedManifestFlag },
            errors: [404, 409],
            errorMembers,
            handler: async ({ actor, params: { projectId }, body }) => {
                const { key, description = null } = body;
                const settings = { description, ...typeAndDefault(body, true) };
                await write(actor, createFeature.step({ project: projectId, feature: key }, settings));
                return changed(projectId, key);
            },
        }),
        route(`PUT ${MANIFEST}/flags/:key`, {
            operationId: 'updateManifestFlag',
            summary: 'Set the value type and the code default of a flag',
            ...updateFeature.routeAccess,
            body: ManifestFlagUpdate,
            responds: { status: 200, body: ChangedManifestFlag },
            errors: [404, 409],
            errorMembers,
            handler: async ({ actor, params: { projectId, key }, body }) => {
                if (body.key !== key) {
                    throw invalid(
                        `The path contains the key ${key}, but the body contains ${body.key}. Flags cannot be renamed.`,
                        '/body/key',
                    );
                }
                const { description } = body;
                await write(actor, describeForCode, {
                    project: projectId,
                    name: key,
                    ...typeAndDefault(body, false),
                    ...(description !== undefined && { description }),
                });
                return changed(projectId, key);
            },
        }),
        route(`DELETE ${MANIFEST}/flags/:key`, {
            operationId: 'archiveManifestFlag',
            summary: 'Archive a flag',
            ...archiveFeature.routeAccess,
            responds: { status: 200, body: ArchivedManifestFlag },
            errorMembers,
            handler: async ({ actor, params: { projectId, key } }) => {
                await getFlag(db, { project: projectId, name: key });
                await write(actor, archiveFeature.step({ project: projectId, feature: key }, null));
                const { archived_at } = await getFlagOrArchived(db, { project: projectId, name: key });
                return { message: `Flag ${key} is archived.`, archivedAt: archived_at! };
            },
        }),
    ];
};

function typeAndDefault(
    { type, defaultValue }: { type: string; defaultValue?: unknown },
    isNew: boolean,
): { valueType: ValueType; codeDefault?: unknown } {
    const valueType = valueTypeOf(type);
    if (!valueType)
        throw invalid(`${type} is not a valid type. Use boolean, string, integer, float or object.`, '/body/type');
    if (defaultValue === undefined && !isNew) return { valueType };
    if (!fitsType(valueType, defaultValue)) {
        throw invalid(
            `The defaultValue of a flag of type ${valueType} must be of this type and not null.`,
            '/body/defaultValue',
        );
    }
    return { valueType, codeDefault: defaultValue };
}
