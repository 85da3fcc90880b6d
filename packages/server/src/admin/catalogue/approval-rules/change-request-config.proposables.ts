import { proposable } from '../../../changes/proposable.ts';
import { configureApprovals } from './change-request-config.commands.ts';
import { ChangeRequestConfigUpdate } from './change-request-config.schemas.ts';

/** A change of the approval rules needs the approvals that the current rules require. */
export const configActions = {
    updateChangeRequestConfig: proposable({
        name: 'updateChangeRequestConfig',
        about: 'projectEnvironment',
        payload: ChangeRequestConfigUpdate,
        access: ['PROJECT_CHANGE_REQUEST_WRITE', 'UPDATE_PROJECT'],
        says: '{payload.changeRequestsEnabled?change:turn off} the approval rules of {environment}',
        target: null,
        route: 'PUT /api/admin/projects/:projectId/environments/:environment/change-requests/config',
        isForPeople: true,
        command: configureApprovals,
        input: ({ project, environment }, settings) => ({ project, environment, ...settings }),
    }),
};
