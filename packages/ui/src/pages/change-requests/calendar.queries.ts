import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { answer, api } from '../../api/client.ts';
import type { RequestRow } from './RequestTable.tsx';
import { toRow } from './request-rows.ts';
import { searchRequests } from './search.queries.ts';

/** Something that happens by itself. */
export type CalendarEntry = RequestRow & { schedule: NonNullable<RequestRow['schedule']> };

interface Span {
    /** Undefined: of all projects that the reader may know. */
    projectId: string | undefined;
    /** Days where the reader is, both included. */
    from: string;
    to: string;
}

export function useCalendar({ projectId, from, to }: Span) {
    return useQuery({
        queryKey: ['change-requests', 'calendar', projectId, from, to],
        queryFn: async () => {
            const rows = projectId === undefined ? await searchRequests('open') : await ofProject(projectId, from, to);
            return rows.filter((row): row is CalendarEntry => row.state === 'Scheduled' && row.schedule !== undefined);
        },
        placeholderData: keepPreviousData,
    });
}

async function ofProject(projectId: string, from: string, to: string): Promise<RequestRow[]> {
    const query = { from: new Date(`${from}T00:00`).toISOString(), to: new Date(`${to}T23:59:59`).toISOString() };
    const found = await answer(
        api.GET('/api/admin/projects/{projectId}/change-requests/calendar', {
            params: { path: { projectId }, query },
        }),
    );
    return found.map(toRow);
}
