import { IconDatabaseOff, IconPlugConnectedX } from '@tabler/icons-react';
import { useConnection } from '../api/connection.ts';
import { exactTime } from '../components/time/time.tsx';
import classes from './Shell.module.css';

/** A banner that the service is unreachable or read-only, with the age of the displayed data. It disappears automatically. */
export function ConnectionBanner() {
    const connection = useConnection();
    if (connection.state === 'fine') return null;
    return (
        <div className={classes['announcement']} data-away={connection.state} role="status">
            {connection.state === 'away' ? <IconPlugConnectedX size={16} /> : <IconDatabaseOff size={16} />}
            <span>
                {connection.state === 'away' ? (
                    <>
                        The service cannot be reached. Showing data as of{' '}
                        <b>
                            <time dateTime={connection.asOf.toISOString()}>{exactTime(connection.asOf)}</time>
                        </b>
                        . Changes are disabled until it is back.
                    </>
                ) : (
                    <>Nothing can be changed at the moment. {connection.reason}</>
                )}{' '}
                Retrying…
            </span>
        </div>
    );
}
