import { type Static, Type } from 'typebox';
import { Body } from '../../../http/route/schemas.ts';
import { FlagDocument } from '../gitops/file.schemas.ts';

const { moved: _, archived: __, observed: ___, flag, project, ...content } = FlagDocument.properties;

export const FlagDocumentUpdate = Body(
    { flag: Type.Optional(flag), project: Type.Optional(project), ...content },
    {
        $id: 'flagDocumentUpdate',
        description:
            'A flag in the format of files. `flag` and `project` may be omitted, because the path contains them',
    },
);
export type FlagDocumentUpdate = Static<typeof FlagDocumentUpdate>;

export const CompleteFlagDocument = Type.Object(
    { flag, project, ...content },
    { $id: 'completeFlagDocument', description: 'A flag in the format of files, with all its environments' },
);
