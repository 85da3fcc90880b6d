import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import type { RequestRow } from '../lists/RequestTable.tsx';
import { toRow } from '../lists/request-rows.ts';

/** A scheduled change. */
export type CalendarEntry = RequestRow & { schedule: NonNullable<RequestRow['schedule']> };

interface DateRange {
    /** Undefined for all projects that the reader may see. */
    projectId: string | undefined;
    /** The first and last day in the reader's time zone, both included. */
    from: string;
    to: string;
}

export function useCalendar({ projectId, from, to }: DateRange) {
    return useQuery({
        queryKey: ['change-requests', 'calendar', projectId, from, to],
        queryFn: async () => {
            const rows = await scheduledIn({ projectId, from, to });
            return rows.filter((row): row is CalendarEntry => row.state === 'Scheduled' && row.schedule !== undefined);
        },
        placeholderData: keepPreviousData,
    });
}

/** The page size of the service. */
const PAGE = 500;

async function scheduledIn({ projectId, from, to }: DateRange): Promise<RequestRow[]> {
    const span = { from: new Date(`${from}T00:00`).toISOString(), to: new Date(`${to}T23:59:59`).toISOString() };
    const rows: RequestRow[] = [];
    for (;;) {
        const query = { ...span, offset: rows.length };
        const page = await (projectId === undefined
            ? api.GET('/api/admin/change-requests/calendar', { query })
            : api.GET('/api/admin/projects/{projectId}/change-requests/calendar', { path: { projectId }, query }));
        rows.push(...page.map(toRow));
        if (page.length < PAGE) return rows;
    }
}
