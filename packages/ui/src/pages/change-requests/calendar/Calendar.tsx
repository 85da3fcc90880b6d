import { ActionIcon, Button, Group } from '@mantine/core';
import { IconCalendarEvent, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Empty, Loaded, Rows } from '../../../components/layout/States.tsx';
import { timeOfDay } from '../../../components/time/time.tsx';
import { inZone } from '../../../components/time/zoned.ts';
import { RequestLink } from '../lists/RequestLink.tsx';
import classes from './Calendar.module.css';
import { type CalendarEntry, useCalendar } from './calendar.queries.ts';
import { dayOf, weeksOf } from './month.ts';

interface Props {
    /** Undefined for all projects that the reader may see. */
    projectId?: string;
    tools?: ReactNode;
}

const monthName = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const dayTitle = new Intl.DateTimeFormat('en', { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' });
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

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
    const today = dayOf(new Date().toISOString());
    const isInMonth = (day: string) => Number(day.slice(5, 7)) === month + 1;
    return (
        <div className={classes['frame']}>
            <div className={classes['tools']}>
                {tools}
                <Group gap={4} ml="auto">
                    <ActionIcon aria-label="Previous month" onClick={() => move(-1)}>
                        <IconChevronLeft size={16} />
                    </ActionIcon>
                    <b aria-live="polite">{monthName.format(Date.UTC(year, month, 1))}</b>
                    <ActionIcon aria-label="Next month" onClick={() => move(1)}>
                        <IconChevronRight size={16} />
                    </ActionIcon>
                    <Button size="compact-xs" variant="default" onClick={() => setShown(thisMonth())}>
                        Today
                    </Button>
                </Group>
            </div>
            <Loaded query={calendar} skeleton={<Rows count={5} height={80} />}>
                {(entries) => {
                    const byDay = Map.groupBy(entries, ({ schedule }) => dayOf(schedule.scheduledAt));
                    const inMonth = [...byDay.keys()].filter(isInMonth);
                    return (
                        <>
                            <table className={classes['grid']} aria-label="Calendar of scheduled changes">
                                <thead>
                                    <tr>
                                        {WEEKDAYS.map((day) => (
                                            <th key={day} scope="col">
                                                {day}
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
                                                    <time dateTime={day} data-title={dayTitle.format(new Date(day))}>
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
                                    title={`Nothing is scheduled in ${monthName.format(Date.UTC(year, month, 1))}`}
                                    icon={<IconCalendarEvent size={22} />}
                                >
                                    Schedule an approved request on its page. Where no approval is needed, choose
                                    “Schedule…” when you review a change.
                                </Empty>
                            )}
                        </>
                    );
                }}
            </Loaded>
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
            title={`${inZone(timeZone, scheduledAt)} (${timeZone})`}
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
