import type { ChangeRequest, ListedChangeRequest } from './change-request.queries.ts';

/** The first load contains this function, so it is separate from the descriptions of changes. */
export const changeCount = (request: ListedChangeRequest | ChangeRequest) =>
    request.features.reduce((sum, { changes }) => sum + changes.length, 0) +
    request.segments.length +
    request.settings.length;
