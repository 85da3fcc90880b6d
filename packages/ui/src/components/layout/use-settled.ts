import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** The time without loading after which the first data counts as complete: some queries begin when another has its answer. */
const QUIET_MS = 40;

/** A query that takes longer does not delay the rest of the page. */
const MAX_WAIT_MS = 4_000;

/** Whether the first data of a page has arrived: parts that appear one by one would move each other. */
export function useSettled(): boolean {
    const [isSettled, setIsSettled] = useState(false);
    const isQuiet = useIsFetching({ predicate: ({ state }) => state.status === 'pending' }) === 0;
    useEffect(() => {
        if (isSettled) return;
        const timer = setTimeout(() => setIsSettled(true), isQuiet ? QUIET_MS : MAX_WAIT_MS);
        return () => clearTimeout(timer);
    }, [isSettled, isQuiet]);
    return isSettled;
}
