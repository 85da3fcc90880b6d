import type { PermissionCheck } from '../../../changes/change.ts';
import { demandOneOf } from '../../../core/access/demand.ts';
import type { Permission } from '../../../core/access/permissions.ts';
import { getTemplate } from './template.queries.ts';

interface TemplateInput {
    id: string;
    /** The project in the path; undefined: the path names no project. */
    project?: string | undefined;
}

/** Templates of a project are changed by its members, others by holders of the permission. */
export const mayChangeTemplate =
    <Input extends TemplateInput>(permission: Permission): PermissionCheck<Input> =>
    async ({ tx, actor }, { id }) => {
        const { project } = await getTemplate(tx, actor, id);
        if (project === null) demandOneOf(actor, [permission], {});
        else demandOneOf(actor, ['UPDATE_PROJECT_RELEASE_TEMPLATE'], { project });
    };
