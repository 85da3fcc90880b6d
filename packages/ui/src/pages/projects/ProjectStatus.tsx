import { SimpleGrid, Text, Tooltip } from '@mantine/core';
import { HealthRing } from '../../components/HealthRing.tsx';
import { Panel } from '../../components/Panel.tsx';
import { Loaded } from '../../components/States.tsx';
import { day } from '../../components/time.tsx';
import classes from './ProjectStatus.module.css';
import { useProjectStatus } from './project.queries.ts';

/** How the project is doing. */
export function ProjectStatus({ projectId }: { projectId: string }) {
    const status = useProjectStatus(projectId);
    return (
        <Loaded query={status}>
            {({ health, resources, lifecycleSummary, staleFlags, activityCountByDate }) => {
                const { initial, preLive, live, completed, archived } = lifecycleSummary;
                const most = Math.max(1, ...activityCountByDate.map(({ count }) => count));
                return (
                    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
                        <Panel title="Health">
                            <div className={classes['health']}>
                                <HealthRing health={health.current} size={64} />
                                <Text size="sm" c="dimmed">
                                    {staleFlags.total === 0
                                        ? 'No flag is stale. Keep it so by archiving flags whose decision is made.'
                                        : `${staleFlags.total} ${staleFlags.total === 1 ? 'flag is' : 'flags are'} stale: decide, clean up the code, archive.`}
                                </Text>
                            </div>
                        </Panel>
                        <Panel title="Resources">
                            <dl className={classes['facts']}>
                                <Fact label="members" value={resources.members} />
                                <Fact label="API tokens" value={resources.apiTokens} />
                                <Fact label="segments" value={resources.segments} />
                            </dl>
                        </Panel>
                        <Panel title="Lifecycle" about="Flags in each stage, and how long they stay on average">
                            <dl className={classes['facts']}>
                                <Fact label="defined" value={initial.currentFlags} days={initial.averageDays} />
                                <Fact label="in development" value={preLive.currentFlags} days={preLive.averageDays} />
                                <Fact label="in production" value={live.currentFlags} days={live.averageDays} />
                                <Fact label="completed" value={completed.currentFlags} days={completed.averageDays} />
                                <Fact label="archived" value={archived.currentFlags} />
                            </dl>
                        </Panel>
                        <Panel title="Activity" about="Changes on each day">
                            {activityCountByDate.length === 0 ? (
                                <Text size="sm" c="dimmed">
                                    Nothing has changed yet.
                                </Text>
                            ) : (
                                <div className={classes['activity']}>
                                    {activityCountByDate.slice(-60).map(({ date, count }) => (
                                        <Tooltip key={date} label={`${day(date)}: ${count}`}>
                                            <div style={{ height: `${Math.max(6, (count / most) * 100)}%` }} />
                                        </Tooltip>
                                    ))}
                                </div>
                            )}
                        </Panel>
                    </SimpleGrid>
                );
            }}
        </Loaded>
    );
}

function Fact({ label, value, days }: { label: string; value: number; days?: number | null }) {
    return (
        <div>
            <dd>{value}</dd>
            <dt>
                {label}
                {days !== undefined && days !== null && <small>{Math.round(days)} days</small>}
            </dt>
        </div>
    );
}
