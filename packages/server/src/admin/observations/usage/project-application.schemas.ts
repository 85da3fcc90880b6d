import { type Static, Type } from 'typebox';

const ProjectApplication = Type.Object(
    {
        name: Type.String(),
        environments: Type.Array(Type.String(), {
            description: 'Environments in which the application uses flags of the project',
        }),
        instances: Type.Array(Type.String(), {
            description: 'Ids of instances that were active there in the last two days',
        }),
        sdks: Type.Array(
            Type.Object({
                name: Type.String({ description: 'Name of the SDK, such as unleash-node-sdk' }),
                versions: Type.Array(Type.String()),
            }),
        ),
    },
    { $id: 'projectApplication' },
);
export type ProjectApplication = Static<typeof ProjectApplication>;

export const ProjectApplications = Type.Object(
    { applications: Type.Array(ProjectApplication), total: Type.Integer({ description: 'Total number' }) },
    { $id: 'projectApplications' },
);
