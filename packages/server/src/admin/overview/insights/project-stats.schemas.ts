import { type Static, Type } from 'typebox';

const count = (description: string) => Type.Number({ description });

export const ProjectStats = Type.Object(
    {
        avgTimeToProdCurrentWindow: count('Average days from the creation of a flag until it is on in production'),
        createdCurrentWindow: count('Flags created in the last 30 days'),
        createdPastWindow: count('Flags created in the 30 days before'),
        archivedCurrentWindow: count('Flags archived in the last 30 days'),
        archivedPastWindow: count('Flags archived in the 30 days before'),
        projectActivityCurrentWindow: count('Events of the last 30 days'),
        projectActivityPastWindow: count('Events of the 30 days before'),
        projectMembersAddedCurrentWindow: count('Users who got a role in the project in the last 30 days'),
    },
    { $id: 'projectStats' },
);
export type ProjectStats = Static<typeof ProjectStats>;
