import { IconDatabaseOff, IconPlugConnectedX } from '@tabler/icons-react';
import { useReach } from '../api/connection.ts';
import { exactTime } from '../components/time/time.tsx';
import classes from './Shell.module.css';

/** A banner that the service is unreachable or read-only, with the age of the displayed data. It disappears automatically. */
export function ConnectionBanner() {
    const reach = useReach();
    if (reach.state === 'fine') return null;
    return (
        <div className={classes['announcement']} data-away={reach.state} role="status">
            {reach.state === 'away' ? <IconPlugConnectedX size={16} /> : <IconDatabaseOff size={16} />}
            <span>
                {reach.state === 'away' ? (
                    <>
                        The service cannot be reached. Showing data as of{' '}
                        <b>
                            <time dateTime={reach.asOf.toISOString()}>{exactTime(reach.asOf)}</time>
                        </b>
                        . Changes are disabled until it is back.
                    </>
                ) : (
                    <>Nothing can be changed at the moment. {reach.says}</>
                )}{' '}
                Retrying…
            </span>
        </div>
    );
}
