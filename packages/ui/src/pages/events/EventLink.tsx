import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './EventList.module.css';

/** A link to an event, which opens expanded. */
export function EventLink({ id, children }: { id: number; children: ReactNode }) {
    return (
        <Link to="/history" search={{ id: String(id) }} className={classes['link']}>
            {children}
        </Link>
    );
}
