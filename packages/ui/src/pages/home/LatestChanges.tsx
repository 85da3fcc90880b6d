import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Panel } from '../../components/layout/Panel.tsx';
import { QueryContent } from '../../components/layout/States.tsx';
import { count } from '../../components/text/numbers.ts';
import { RelativeTime } from '../../components/time/time.tsx';
import { EventSentence } from '../events/EventSentence.tsx';
import { useAccessCandidates } from '../projects/project.queries.ts';
import classes from './Home.module.css';
import { useLatestChanges } from './home.queries.ts';

const unknown = () => undefined;

/** The latest changes in the user's projects. */
export function LatestChanges({ projects }: { projects: readonly string[] | undefined }) {
    const changes = useLatestChanges(projects);
    const { data: people } = useAccessCandidates();
    const person = (id: number) => people?.users.find((user) => user.id === id)?.name ?? undefined;
    return (
        <Panel
            title={projects?.length === 0 ? 'What changed' : 'What changed in your projects'}
            flush
            actions={
                <Anchor size="sm" renderRoot={(props) => <Link to="/history" {...props} />}>
                    Audit log
                </Anchor>
            }
        >
            <QueryContent query={changes}>
                {(list) =>
                    list.length === 0 ? (
                        <div className={classes['none']}>No changes yet. Changes appear here.</div>
                    ) : (
                        <ul className={classes['list']}>
                            {list.map(([event, ...repeated]) => (
                                <li key={event.id}>
                                    <p>
                                        <EventSentence
                                            event={event}
                                            names={{ person, group: unknown, role: unknown, segment: unknown }}
                                        />
                                        {repeated.length > 0 && <small>{count(repeated.length + 1, 'time')}</small>}
                                    </p>
                                    <RelativeTime at={event.createdAt} size="xs" c="dimmed" />
                                </li>
                            ))}
                        </ul>
                    )
                }
            </QueryContent>
        </Panel>
    );
}
