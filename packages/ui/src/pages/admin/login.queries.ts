import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

const LOGINS_PER_PAGE = 200;

/** A page of sign-in attempts, newest first, and whether there are older ones. */
export function useLogins(page: number) {
    return useQuery({
        queryKey: ['logins', page],
        queryFn: () =>
            api.GET('/api/admin/logins', {
                query: { offset: String(page * LOGINS_PER_PAGE), limit: String(LOGINS_PER_PAGE + 1) },
            }),
        select: (settings) => {
            // The response type includes text for CSV exports.
            const logins = typeof settings === 'string' ? [] : settings.events;
            return { logins: logins.slice(0, LOGINS_PER_PAGE), hasOlder: logins.length > LOGINS_PER_PAGE };
        },
        placeholderData: keepPreviousData,
    });
}
