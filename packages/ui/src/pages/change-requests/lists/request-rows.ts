import type { Schemas } from '../../../api/types.ts';
import type { ListedChangeRequest, RequestState } from '../request/change-request.queries.ts';
import type { RequestRow } from './RequestTable.tsx';

const CLOSED: readonly RequestState[] = ['Applied', 'Cancelled', 'Rejected'];

export const isClosed = ({ state }: { state: RequestState }) => CLOSED.includes(state);

export function toRow(request: ListedChangeRequest): RequestRow {
    const { id, title, project, environment, state, createdBy, createdAt, schedule } = request;
    return {
        id,
        title,
        project,
        environment,
        state,
        createdBy: createdBy.name,
        createdAt,
        schedule,
        about: changedObjectNames(request),
    };
}

type SearchResult = Schemas['foundChangeRequest'];

/** The row of a request from the search across all projects. */
export const toRequestRow = ({ features, segments, createdBy, ...rest }: SearchResult): RequestRow => ({
    ...rest,
    createdBy: createdBy.name,
    about: [...features, ...segments.map((name) => `segment ${name}`)],
});

/** The names of the objects that a request changes, without duplicates. */
export function changedObjectNames({ features, segments, settings }: ListedChangeRequest): string[] {
    return [
        ...new Set([
            ...features.map(({ name }) => name),
            ...segments.map(({ name }) => `segment ${name}`),
            ...(settings.length > 0 ? ['approval rules'] : []),
        ]),
    ];
}
