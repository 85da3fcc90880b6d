import { Badge } from '@mantine/core';
import { inZone } from '../../../components/time/zoned.ts';
import type { RequestState } from '../request/change-request.queries.ts';

interface Props {
    state: RequestState;
    schedule?: { scheduledAt: string; timeZone?: string; status?: string } | undefined;
}

const COLORS: Record<RequestState, string> = {
    Draft: 'gray',
    'In review': 'tide',
    Approved: 'green',
    Scheduled: 'brass',
    Applied: 'green',
    Cancelled: 'gray',
    Rejected: 'red',
};

/** The state of a request. A scheduled request shows its time, or that its schedule failed or is suspended. */
export function StateBadge({ state, schedule }: Props) {
    const isStuck = schedule?.status === 'failed' || schedule?.status === 'suspended';
    return (
        <Badge color={isStuck ? 'red' : COLORS[state]} variant={state === 'Applied' ? 'filled' : 'light'}>
            {isStuck
                ? schedule.status
                : state === 'Scheduled' && schedule
                  ? `Scheduled ${inZone(schedule.timeZone ?? 'UTC', schedule.scheduledAt)}`
                  : state}
        </Badge>
    );
}
