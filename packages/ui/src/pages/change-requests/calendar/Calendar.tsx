import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { IconCalendarEvent, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Empty, QueryContent, Rows } from '../../../components/layout/States.tsx';
import { dayWithWeekday, monthAndYear, weekdayName } from '../../../components/time/calendar-days.ts';
import { localDay, zoneAt } from '../../../components/time/moment.ts';
import { timeOfDay } from '../../../components/time/time.tsx';
import { inZone } from '../../../components/time/zoned.ts';
import { RequestLink } from '../lists/RequestLink.tsx';
import classes from './Calendar.module.css';
import { type CalendarEntry, useCalendar } from './calendar.queries.ts';
import { weeksOf } from './month.ts';

interface Props {
    /** Undefined for all projects that the reader may see. */
    projectId?: string;
    tools?: ReactNode;
}

/** The calendar of scheduled changes: a month as a grid, or as a list on small screens. */
export function Calendar({ projectId, tools }: Props) {
    const [{ year, month }, setShown] = useState(thisMonth);
    const weeks = weeksOf(year, month);
    const days = weeks.flat();
    const calendar = useCalendar({ projectId, from: days[0] ?? '', to: days.at(-1) ?? '' });
    const move = (by: number) => {
        const next = new Date(Date.UTC(year, month + by, 1));
        setShown({ year: next.getUTCFullYear(), month: next.getUTCMonth() });
    };
    const today = localDay(new Date());
    const isInMonth = (day: string) => Number(day.slice(5, 7)) === month + 1;
    return (
        <div className={classes['frame']}>
            <div className={classes['tools']}>
                {tools}
                <Text size="xs" c="dimmed" ml="auto">
                    Times in {zoneAt(new Date())}
                </Text>
                <Group gap={4}>
                    <ActionIcon aria-label="Previous month" onClick={() => move(-1)}>
                        <IconChevronLeft size={16} />
                    </ActionIcon>
                    <b aria-live="polite">{monthAndYear(year, month)}</b>
                    <ActionIcon aria-label="Next month" onClick={() => move(1)}>
                        <IconChevronRight size={16} />
                    </ActionIcon>
                    <Button size="compact-xs" variant="default" onClick={() => setShown(thisMonth())}>
                        Today
                    </Button>
                </Group>
            </div>
            <QueryContent query={calendar} skeleton={<Rows count={5} height={80} />}>
                {(entries) => {
                    const byDay = Map.groupBy(entries, ({ schedule }) => localDay(schedule.scheduledAt));
                    const inMonth = [...byDay.keys()].filter(isInMonth);
                    return (
                        <>
                            <table className={classes['grid']} aria-label="Calendar of scheduled changes">
                                <thead>
                                    <tr>
                                        {weeks[0]?.map((day) => (
                                            <th key={day} scope="col">
                                                {weekdayName(day)}
                                            </th>
                                        ))}
                                    </tr>
                                </thead>
                                <tbody>
                                    {weeks.map((week) => (
                                        <tr key={week[0]}>
                                            {week.map((day) => (
                                                <td
                                                    key={day}
                                                    data-other={!isInMonth(day) || undefined}
                                                    data-today={day === today || undefined}
                                                    data-empty={!byDay.has(day) || undefined}
                                                >
                                                    <time dateTime={day} data-title={dayWithWeekday(day)}>
                                                        {Number(day.slice(8))}
                                                    </time>
                                                    {byDay.get(day)?.map((entry) => (
                                                        <Entry key={entry.id} entry={entry} withProject={!projectId} />
                                                    ))}
                                                </td>
                                            ))}
                                        </tr>
                                    ))}
                                </tbody>
                            </table>
                            {inMonth.length === 0 && (
                                <Empty
                                    title={`Nothing is scheduled in ${monthAndYear(year, month)}`}
                                    icon={<IconCalendarEvent size={22} />}
                                >
                                    Schedule an approved request on its page. Where no approval is needed, choose
                                    “Schedule…” when you review a change.
                                </Empty>
                            )}
                        </>
                    );
                }}
            </QueryContent>
        </div>
    );
}

function Entry({ entry, withProject }: { entry: CalendarEntry; withProject: boolean }) {
    const { id, title, project, environment, schedule } = entry;
    const { scheduledAt, timeZone = 'UTC', status = 'pending' } = schedule;
    return (
        <RequestLink
            className={classes['entry']}
            project={project}
            request={id}
            data-status={status}
            title={inZone(timeZone, scheduledAt)}
        >
            <b>{timeOfDay(scheduledAt)}</b> {title}
            <small>
                {withProject && `${project}, `}
                {environment}
                {status !== 'pending' && ` · ${status}`}
            </small>
        </RequestLink>
    );
}

function thisMonth() {
    const now = new Date();
    return { year: now.getFullYear(), month: now.getMonth() };
}
