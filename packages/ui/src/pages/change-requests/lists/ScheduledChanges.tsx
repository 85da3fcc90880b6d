import { Text } from '@mantine/core';
import { IconCalendarEvent } from '@tabler/icons-react';
import { inZone } from '../../../components/time/zoned.ts';
import type { FlagAt } from '../../flags/flag-requests.ts';
import { useRequestsOfFlag } from '../request/change-request.queries.ts';
import { RequestLink } from './RequestLink.tsx';
import classes from './ScheduledChanges.module.css';

/** The scheduled changes of a flag, in the order in which they are applied. */
export function ScheduledChanges({ at }: { at: FlagAt }) {
    const { data: requests = [] } = useRequestsOfFlag(at.projectId, at.featureName);
    const scheduled = requests
        .flatMap(({ schedule, ...request }) => (schedule?.status === 'pending' ? [{ ...request, schedule }] : []))
        .toSorted((a, b) => a.schedule.scheduledAt.localeCompare(b.schedule.scheduledAt));
    if (scheduled.length === 0) return null;
    return (
        <section className={classes['scheduled']} aria-label="Scheduled changes">
            {scheduled.map(({ id, project, environment, title, schedule: { scheduledAt, timeZone } }) => (
                <Text key={id} size="sm" component="div" className={classes['row'] ?? ''}>
                    <IconCalendarEvent size={15} aria-hidden="true" />
                    <span>{inZone(timeZone, scheduledAt)}</span>
                    <RequestLink project={project} request={id}>
                        {title}
                    </RequestLink>
                    <span>in {environment}</span>
                </Text>
            ))}
        </section>
    );
}
