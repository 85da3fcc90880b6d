import { type Static, Type } from 'typebox';
import { DateTime } from '../../../http/route/schemas.ts';
import { Role } from '../../../identity/accounts/roles/role.schemas.ts';
import { OnboardingStatus } from '../../catalogue/projects/onboarding.schemas.ts';
import { ListedProject, ProjectOwner } from '../../catalogue/projects/project.schemas.ts';

const count = Type.Integer({ minimum: 0 });

export const PersonalDashboard = Type.Object(
    {
        projects: Type.Array(ListedProject, { description: 'Projects in which you have a role, and your favourites' }),
        flags: Type.Array(Type.Object({ name: Type.String(), project: Type.String(), type: Type.String() }), {
            description: 'Flags that you created and your favourites, newest first; the number is limited',
        }),
        admins: Type.Array(
            Type.Object({
                id: Type.Integer(),
                name: Type.Optional(Type.String()),
                username: Type.Optional(Type.String()),
                email: Type.Optional(Type.String()),
                imageUrl: Type.Optional(Type.String()),
            }),
            { description: 'Administrators of the instance' },
        ),
    },
    { $id: 'personalDashboard' },
);
export type PersonalDashboard = Static<typeof PersonalDashboard>;

export const PersonalDashboardProject = Type.Object(
    {
        owners: Type.Array(ProjectOwner),
        roles: Type.Array(Role, { description: 'Your roles in this project' }),
        latestEvents: Type.Array(
            Type.Object({
                id: Type.Integer(),
                summary: Type.String({ description: 'Description of the event, as a Markdown sentence' }),
                createdBy: Type.String(),
                createdByImageUrl: Type.String(),
                createdAt: DateTime(),
            }),
            { description: 'Newest first' },
        ),
        onboardingStatus: OnboardingStatus,
        insights: Type.Object({
            health: Type.Integer({ minimum: 0, maximum: 100 }),
            technicalDebt: Type.Integer({ minimum: 0, maximum: 100 }),
            totalFlags: count,
            activeFlags: count,
            staleFlags: count,
            potentiallyStaleFlags: count,
        }),
    },
    { $id: 'personalDashboardProject' },
);
export type PersonalDashboardProject = Static<typeof PersonalDashboardProject>;
