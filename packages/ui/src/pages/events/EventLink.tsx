import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './EventList.module.css';

/** To one event, opened. */
export function EventLink({ id, children }: { id: number; children: ReactNode }) {
    return (
        <Link to="/history" search={{ id: String(id) }} className={classes['link']}>
            {children}
        </Link>
    );
}
