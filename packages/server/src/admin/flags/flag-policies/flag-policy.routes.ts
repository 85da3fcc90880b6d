import type { Services } from '../../../app/services.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { inProject } from '../../../http/route/schemas.ts';
import { getProject } from '../../catalogue/projects/project.queries.ts';
import { setFlagPolicy } from './flag-policy.commands.ts';
import { findPolicy, listViolations } from './flag-policy.queries.ts';
import { FlagPolicy, FlagPolicyUpdate, FlagPolicyViolations } from './flag-policy.schemas.ts';
import { ValueSchemas } from './value-schema.ts';

const route = routeWithTag('Projects');
const POLICY = '/api/admin/projects/:projectId/flag-policy';

export const flagPolicyRoutes = ({ db, write }: Services): Route[] => [
    route(`GET ${POLICY}`, {
        operationId: 'getFlagPolicy',
        summary: 'Read the rules of a project for its flags',
        description: 'Without rules, the response is an empty object.',
        access: 'authenticated',
        responds: { status: 200, body: FlagPolicy },
        handler: async ({ params: { projectId } }) => {
            await getProject(db, projectId);
            return findPolicy(db, projectId);
        },
    }),
    route(`PUT ${POLICY}`, {
        operationId: 'setFlagPolicy',
        summary: 'Replace the rules of a project for its flags',
        description:
            'Every change that would break a rule is refused, whoever makes it: in the UI, by files, imports, agents and change requests. Existing flags that break a rule are listed by `flag-policy/violations`, and can still be changed in other ways.',
        access: ['UPDATE_PROJECT', 'PROJECT_SETTINGS_WRITE'],
        scope: inProject,
        body: FlagPolicyUpdate,
        responds: { status: 200, body: FlagPolicy },
        handler: ({ actor, params, body }) => write(actor, setFlagPolicy, { project: params.projectId, policy: body }),
    }),
    route(`GET ${POLICY}/violations`, {
        operationId: 'getFlagPolicyViolations',
        summary: 'List the flags of a project that break its rules',
        description: 'Archived flags and disabled strategies are not checked.',
        access: 'authenticated',
        expensive: true,
        responds: { status: 200, body: FlagPolicyViolations },
        handler: async ({ params: { projectId } }) => {
            await getProject(db, projectId);
            return listViolations(db, projectId, new ValueSchemas());
        },
    }),
];
