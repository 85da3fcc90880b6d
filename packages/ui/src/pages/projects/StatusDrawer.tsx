import { Button, Drawer, Stack, Text, Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { HealthRing } from '../../components/charts/HealthRing.tsx';
import { useFocusBack } from '../../components/forms/use-focus-back.ts';
import { Facts } from '../../components/layout/Facts.tsx';
import { QueryContent } from '../../components/layout/States.tsx';
import { count, formatNumber } from '../../components/text/numbers.ts';
import { shortDayWithWeekday } from '../../components/time/time.tsx';
import { useProjectStatus } from './project.queries.ts';
import classes from './StatusDrawer.module.css';

interface Props {
    projectId: string;
    onClose: () => void;
}

/** The status of the project in a drawer next to the current page. */
export function StatusDrawer({ projectId, onClose }: Props) {
    useFocusBack();
    const status = useProjectStatus(projectId);
    return (
        <Drawer
            opened
            onClose={onClose}
            position="right"
            size={460}
            title="Project status"
            closeButtonProps={{ 'aria-label': 'Close' }}
        >
            <QueryContent query={status}>
                {({ health, resources, lifecycleSummary, staleFlags, activityCountByDate }) => (
                    <Stack gap="xl">
                        <section className={classes['section']}>
                            <h3>Health</h3>
                            <div className={classes['health']}>
                                <HealthRing health={health.current} size={64} />
                                <Text size="sm" c="dimmed">
                                    {staleFlags.total === 0
                                        ? 'No stale flags. Archive completed flags to keep it that way.'
                                        : `${count(staleFlags.total, 'flag')} ${staleFlags.total === 1 ? 'is' : 'are'} marked as stale or past the expected lifetime. Decide, clean up the code, then archive.`}
                                </Text>
                            </div>
                            {staleFlags.total > 0 && (
                                <Button
                                    renderRoot={(props) => (
                                        <Link
                                            to="/projects/$projectId"
                                            params={{ projectId }}
                                            search={{ state: 'stale' }}
                                            {...props}
                                        />
                                    )}
                                    variant="default"
                                    size="xs"
                                    mt="sm"
                                >
                                    Show{' '}
                                    {staleFlags.total === 1
                                        ? 'the stale flag'
                                        : `the ${formatNumber(staleFlags.total)} stale flags`}
                                </Button>
                            )}
                        </section>
                        <section className={classes['section']}>
                            <h3>
                                Lifecycle <span>Flags in each stage, and their average time in it</span>
                            </h3>
                            <Stages summary={lifecycleSummary} />
                        </section>
                        <section className={classes['section']}>
                            <h3>
                                Activity <span>changes on each day of the last six weeks</span>
                            </h3>
                            <Activity days={activityCountByDate} />
                        </section>
                        <section className={classes['section']}>
                            <h3>Resources</h3>
                            <Facts
                                facts={{
                                    members: resources.members,
                                    'API tokens': resources.apiTokens,
                                    segments: resources.segments,
                                }}
                            />
                        </section>
                    </Stack>
                )}
            </QueryContent>
        </Drawer>
    );
}

type Status = NonNullable<ReturnType<typeof useProjectStatus>['data']>;

const STAGES = {
    initial: 'Defined',
    preLive: 'In development',
    live: 'In production',
    completed: 'Completed',
    archived: 'Archived',
} as const;

function Stages({ summary }: { summary: Status['lifecycleSummary'] }) {
    const stages = Object.entries(STAGES).map(([stage, label]) => ({
        stage,
        label,
        // The entries have the keys of the table above.
        ...summary[stage as keyof typeof STAGES],
    }));
    const most = Math.max(1, ...stages.map(({ currentFlags }) => currentFlags));
    return (
        <dl className={classes['stages']}>
            {stages.map(({ stage, label, currentFlags, ...more }) => (
                <div key={stage}>
                    <dt>{label}</dt>
                    <dd>
                        {currentFlags > 0 && (
                            <span
                                className={classes['bar']}
                                data-stage={stage}
                                style={{ width: `${(currentFlags / most) * 62}%` }}
                                aria-hidden="true"
                            />
                        )}
                        <b>{currentFlags}</b>
                        {'averageDays' in more && more.averageDays !== null && (
                            <small>{formatDays(more.averageDays)}</small>
                        )}
                    </dd>
                </div>
            ))}
        </dl>
    );
}

const formatDays = (days: number) => (days < 1 ? 'under a day' : count(Math.round(days), 'day'));

const SHOWN_DAYS = 42;
const DAY_MS = 24 * 60 * 60 * 1000;

function Activity({ days }: { days: Status['activityCountByDate'] }) {
    const counts = new Map(days.map((each) => [each.date.slice(0, 10), each.count]));
    const shown = Array.from({ length: SHOWN_DAYS }, (_, index) => {
        const date = new Date(Date.now() - (SHOWN_DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10);
        return { date, changes: counts.get(date) ?? 0 };
    });
    const most = Math.max(1, ...shown.map(({ changes }) => changes));
    return (
        <div className={classes['activity']}>
            {shown.map(({ date, changes }) => (
                <Tooltip key={date} label={`${shortDayWithWeekday(date)}: ${count(changes, 'change')}`}>
                    <div
                        data-idle={changes === 0 || undefined}
                        style={{ height: `${Math.max(3, (changes / most) * 100)}%` }}
                    />
                </Tooltip>
            ))}
        </div>
    );
}
