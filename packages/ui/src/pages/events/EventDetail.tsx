import { Button, Group, Text } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { FoundEvent } from '../../api/types.ts';
import { Allowed } from '../../components/Allowed.tsx';
import { Diff } from '../../components/Diff.tsx';
import { Loaded, Rows } from '../../components/States.tsx';
import { useFlag } from '../flags/flag.queries.ts';
import { useReview } from '../strategies/Review.tsx';
import classes from './EventList.module.css';
import { Facts } from './Facts.tsx';
import type { Fact } from './reading.ts';
import { useRevert } from './revert.queries.ts';
import { reverting } from './revert.ts';

/** All that an event says, and what can be done about it. */
export function EventDetail({ event, facts }: { event: FoundEvent; facts: readonly Fact[] }) {
    const [isRaw, setIsRaw] = useState(false);
    const revert = useRevert(event);
    const way = reverting(event);
    const { ask, dialog } = useReview();
    const hasData = event.data !== null || event.preData !== null;
    return (
        <>
            {isRaw ? <Diff before={event.preData} after={event.data} /> : <Facts facts={facts} />}
            <Group gap="sm" mt={8}>
                <Link to="/history" search={{ id: String(event.id) }} className={classes['link']}>
                    Event {event.id}
                </Link>
                <Text size="xs" c="dimmed">
                    {event.type}
                </Text>
                {hasData && (
                    <Button size="compact-xs" variant="subtle" aria-pressed={isRaw} onClick={() => setIsRaw(!isRaw)}>
                        {isRaw ? 'In words' : 'As it was written down'}
                    </Button>
                )}
                {event.project && event.featureName && (
                    <Link
                        to="/projects/$projectId/features/$featureName"
                        params={{ projectId: event.project, featureName: event.featureName }}
                        search={{ asOf: String(event.id - 1) }}
                        className={classes['link']}
                    >
                        As it was before this
                    </Link>
                )}
                {event.project && event.environment && (
                    <Link
                        to="/playground"
                        search={{
                            environments: [event.environment],
                            projects: [event.project],
                            asOf: String(event.id - 1),
                        }}
                        className={classes['link']}
                    >
                        Ask the playground about before
                    </Link>
                )}
                {way && (
                    <div className={classes['revert']}>
                        <Allowed
                            to={way.needs}
                            project={event.project ?? undefined}
                            environment={event.environment ?? undefined}
                        >
                            <Button
                                size="compact-xs"
                                variant="default"
                                leftSection={<IconArrowBackUp size={13} />}
                                loading={revert.isPending}
                                onClick={() =>
                                    ask({
                                        title: `Revert event ${event.id}?`,
                                        about: event.environment
                                            ? `This changes ${event.featureName} in ${event.environment}.`
                                            : `This changes ${event.featureName}.`,
                                        verb: 'Revert',
                                        difference: <RevertDifference event={event} />,
                                        run: () => revert.mutate(way),
                                    })
                                }
                            >
                                Revert to before
                            </Button>
                        </Allowed>
                    </div>
                )}
            </Group>
            {dialog}
        </>
    );
}

/** What a revert would change now. */
function RevertDifference({ event }: { event: FoundEvent }) {
    const flag = useFlag({ projectId: event.project ?? '', featureName: event.featureName ?? '' });
    return (
        <Loaded query={flag} skeleton={<Rows count={2} />}>
            {(now) => {
                const difference = reverting(event)?.difference(now);
                return difference ? <Diff {...difference} /> : <Text size="sm">This strategy no longer exists.</Text>;
            }}
        </Loaded>
    );
}
