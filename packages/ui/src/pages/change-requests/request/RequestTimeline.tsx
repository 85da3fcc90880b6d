import { RelativeTime } from '../../../components/time/time.tsx';
import type { ChangeRequest } from './change-request.queries.ts';
import classes from './Request.module.css';
import { timelineOf } from './timeline.ts';

export function RequestTimeline({ request }: { request: ChangeRequest }) {
    return (
        <ol className={classes['timeline']}>
            {timelineOf(request).map(({ at, text, kind }) => (
                <li key={`${at} ${text}`} data-kind={kind}>
                    {text}
                    <br />
                    <RelativeTime at={at} size="xs" c="dimmed" />
                </li>
            ))}
        </ol>
    );
}
