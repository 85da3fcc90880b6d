import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Panel } from '../../components/layout/Panel.tsx';
import { QueryContent, Rows } from '../../components/layout/States.tsx';
import { ago } from '../../components/time/time.tsx';
import classes from './Home.module.css';
import { useFlagsToCleanUp } from './home.queries.ts';

/** The flags of the user's projects that could be removed, oldest first. */
export function CleanUp({ projects }: { projects: readonly string[] | undefined }) {
    const flags = useFlagsToCleanUp(projects);
    return (
        <Panel
            title="Flags to clean up"
            flush
            actions={
                <Anchor size="sm" renderRoot={(props) => <Link to="/insights" {...props} />}>
                    Insights
                </Anchor>
            }
        >
            <QueryContent query={flags} skeleton={<Rows count={2} />}>
                {({ features }) =>
                    features.length === 0 ? (
                        <div className={classes['none']}>
                            Nothing to clean up: no flag is stale or past its expected lifetime.
                        </div>
                    ) : (
                        <ul className={classes['list']}>
                            {features.map(({ name, project, createdAt, lastSeenAt }) => (
                                <li key={name}>
                                    <p>
                                        <Link
                                            to="/projects/$projectId/features/$featureName"
                                            params={{ projectId: project, featureName: name }}
                                        >
                                            {name}
                                        </Link>
                                        <small>
                                            created {ago(createdAt)}, in {project}
                                        </small>
                                    </p>
                                    <Text size="xs" c="dimmed">
                                        {lastSeenAt ? `evaluated ${ago(lastSeenAt)}` : 'never evaluated'}
                                    </Text>
                                </li>
                            ))}
                        </ul>
                    )
                }
            </QueryContent>
        </Panel>
    );
}
