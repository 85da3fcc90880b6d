import { type Static, Type } from 'typebox';
import { Body } from '../../../http/route/schemas.ts';

const place = Type.String({
    minLength: 1,
    maxLength: 150,
    description: 'The list that the view belongs to: `flags`, or `project.<id>`',
});
const name = Type.String({ minLength: 1, maxLength: 100 });
const search = Type.String({
    maxLength: 4_000,
    description: 'Filters and sort order, in the format of the client that saved them',
});

export const SavedView = Type.Object({ place, name, search }, { $id: 'savedView' });
export type SavedView = Static<typeof SavedView>;

export const SavedViews = Type.Object({ views: Type.Array(SavedView) }, { $id: 'savedViews' });

export const ViewParams = Type.Object({ place, name });

export const ViewContent = Body({ search }, { $id: 'savedViewContent' });
