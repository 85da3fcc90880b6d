import { useIsMutating } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import classes from './Progress.module.css';

/** A progress bar for slow page loads and changes. */
export function Progress() {
    const isGoing = useRouterState({ select: ({ status }) => status === 'pending' });
    const changes = useIsMutating();
    if (!isGoing && changes === 0) return null;
    return <div className={classes['progress']} role="progressbar" aria-label={isGoing ? 'Loading' : 'Saving'} />;
}
