import { Badge } from '@mantine/core';
import { Panel } from '../../components/layout/Panel.tsx';
import { ago } from '../../components/time/time.tsx';
import { RequestLink } from '../change-requests/lists/RequestLink.tsx';
import { useInbox } from '../change-requests/request/change-request.queries.ts';
import classes from './Home.module.css';

/** The change requests waiting for the signed-in user; hidden when there are none. */
export function WaitingRequests() {
    const { data } = useInbox();
    const waiting = data?.waitingForMe ?? [];
    if (waiting.length === 0) return null;
    return (
        <Panel title="Waiting for you" flush>
            <ul className={classes['list']}>
                {waiting.slice(0, 6).map(({ id, title, project, environment, createdBy, createdAt }) => (
                    <li key={`${project} ${id}`}>
                        <p>
                            <RequestLink project={project} request={id}>
                                {title}
                            </RequestLink>
                            <small>
                                {createdBy.name}, {ago(createdAt)}, in {project}
                            </small>
                        </p>
                        <Badge color="brass">{environment}</Badge>
                    </li>
                ))}
            </ul>
        </Panel>
    );
}
