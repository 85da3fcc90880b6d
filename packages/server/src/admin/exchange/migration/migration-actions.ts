import { type Static, type TSchema, Type } from 'typebox';
import { type Command, type Step, stepOf, takeStep } from '../../../changes/change.ts';
import { Body } from '../../../http/route/schemas.ts';
import { validateAt } from '../../../http/route/shape.ts';
import { importToken } from '../../../identity/accounts/api-tokens/token.commands.ts';
import { ImportedApiToken } from '../../../identity/accounts/api-tokens/token.schemas.ts';
import { createRole } from '../../../identity/accounts/roles/role.commands.ts';
import { NewRole } from '../../../identity/accounts/roles/role.schemas.ts';
import { createUser } from '../../../identity/accounts/users/user.commands.ts';
import { NewUser } from '../../../identity/accounts/users/user.schemas.ts';
import { createContextField, updateContextField } from '../../catalogue/context-fields/context-field.commands.ts';
import { ContextFieldUpdate, NewContextField } from '../../catalogue/context-fields/context-field.schemas.ts';
import { createEnvironment } from '../../catalogue/environments/environment.commands.ts';
import { NewEnvironment } from '../../catalogue/environments/environment.schemas.ts';
import { createProject } from '../../catalogue/projects/project.commands.ts';
import { NewProject } from '../../catalogue/projects/project.schemas.ts';
import { addProjectEnvironment } from '../../catalogue/projects/project-environment.commands.ts';
import { ProjectEnvironmentParams } from '../../catalogue/projects/project-environment.schemas.ts';
import { createSegment, updateSegment } from '../../catalogue/segments/segment.commands.ts';
import { NewSegment, SegmentParams } from '../../catalogue/segments/segment.schemas.ts';
import { createStrategyType } from '../../catalogue/strategy-types/strategy-type.commands.ts';
import { NewStrategyType } from '../../catalogue/strategy-types/strategy-type.schemas.ts';
import { createTagType } from '../../catalogue/tag-types/tag-type.commands.ts';
import { NewTagType } from '../../catalogue/tag-types/tag-type.schemas.ts';
import { importFlags } from '../import-export/import.commands.ts';
import { Import } from '../import-export/import.schemas.ts';
import { addNamedProjectAccess, createNamedGroup, NamedGroup, NamedProjectAccess } from './named-access.ts';

/** An operation that a migration consists of. Its input is validated like the body of its route. */
const action =
    <Schema extends TSchema>(schema: Schema, command: Command<Static<Schema>, unknown>) =>
    (input: unknown): Step => ({
        authorise: async () => undefined,
        run: (change) => takeStep(change, stepOf(command, validateAt(schema, input, 'body'))),
    });

/** The operations that can be rehearsed together, by the ids of their routes. */
export const MIGRATION_ACTIONS = {
    createEnvironment: action(NewEnvironment, createEnvironment),
    createStrategy: action(NewStrategyType, createStrategyType),
    createTagType: action(NewTagType, createTagType),
    createProject: action(NewProject, createProject),
    addEnvironmentToProject: action(ProjectEnvironmentParams, addProjectEnvironment),
    createContextField: action(NewContextField, createContextField),
    updateContextField: action(
        Body({ ...ContextFieldUpdate.properties, contextField: Type.String() }),
        updateContextField,
    ),
    createSegment: action(NewSegment, (change, { id: _, ...segment }) => createSegment(change, segment)),
    updateSegment: action(Body({ ...NewSegment.properties, ...SegmentParams.properties }), updateSegment),
    importFeatures: action(Import, importFlags),
    createRole: action(NewRole, createRole),
    createUser: action(NewUser, (change, { password: _, ...user }) => createUser(change, user)),
    createGroup: action(NamedGroup, createNamedGroup),
    addAccessToProject: action(NamedProjectAccess, addNamedProjectAccess),
    carryOverApiToken: action(ImportedApiToken, importToken),
};
