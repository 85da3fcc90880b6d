import { useIsMutating } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import classes from './Progress.module.css';

/** That something is on its way, a screen or a change, where the line is slow. */
export function Progress() {
    const isGoing = useRouterState({ select: ({ status }) => status === 'pending' });
    const changes = useIsMutating();
    if (!isGoing && changes === 0) return null;
    return <div className={classes['progress']} role="progressbar" aria-label={isGoing ? 'Loading' : 'Saving'} />;
}
