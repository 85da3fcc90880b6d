import type { Schemas } from '../../../api/types.ts';

/** The first load contains this function, so it is separate from the descriptions of changes. */
export const changeCount = (request: Schemas['listedChangeRequest'] | Schemas['changeRequest']) =>
    request.features.reduce((sum, { changes }) => sum + changes.length, 0) +
    request.segments.length +
    request.settings.length;
