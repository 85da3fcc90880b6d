import { type Static, Type } from 'typebox';

const ProjectApplication = Type.Object(
    {
        name: Type.String(),
        environments: Type.Array(Type.String(), { description: 'Where it asks for flags of the project' }),
        instances: Type.Array(Type.String(), { description: 'Ids of the instances seen there in the last two days' }),
        sdks: Type.Array(
            Type.Object({
                name: Type.String({ description: 'Such as unleash-node-sdk' }),
                versions: Type.Array(Type.String()),
            }),
        ),
    },
    { $id: 'projectApplication' },
);
export type ProjectApplication = Static<typeof ProjectApplication>;

export const ProjectApplications = Type.Object(
    { applications: Type.Array(ProjectApplication), total: Type.Integer({ description: 'How many there are in all' }) },
    { $id: 'projectApplications' },
);
