import { useIsFetching } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import classes from './SettledContent.module.css';
import { Rows } from './States.tsx';

/** The time without loading after which the first data counts as complete: some queries begin when another has its answer. */
const QUIET_MS = 40;

/** A query that takes longer does not delay the rest of the page. */
const MAX_WAIT_MS = 4_000;

/** Shows the content of a page when its first data has arrived: parts that appear one by one would move each other. */
export function SettledContent({ children }: { children: ReactNode }) {
    const [isShown, setIsShown] = useState(false);
    return (
        <div className={classes['frame']}>
            {!isShown && <Placeholder onSettled={() => setIsShown(true)} />}
            <div className={classes['content']} data-waiting={!isShown || undefined}>
                {children}
            </div>
        </div>
    );
}

function Placeholder({ onSettled }: { onSettled: () => void }) {
    const pending = useIsFetching({ predicate: ({ state }) => state.status === 'pending' });
    const isQuiet = pending === 0;
    // biome-ignore lint/correctness/useExhaustiveDependencies: the function is new on each render, with the same meaning
    useEffect(() => {
        const timer = setTimeout(onSettled, isQuiet ? QUIET_MS : MAX_WAIT_MS);
        return () => clearTimeout(timer);
    }, [isQuiet]);
    return (
        <div className={classes['placeholder']}>
            <Rows count={6} />
        </div>
    );
}
