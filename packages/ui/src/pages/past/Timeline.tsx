import { ActionIcon, Button, Skeleton, Text, TextInput } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconHistory } from '@tabler/icons-react';
import { type KeyboardEvent, useMemo } from 'react';
import { messageOf } from '../../api/client.ts';
import { count } from '../../components/text/numbers.ts';
import { fromLocalInput, toLocalInput } from '../../components/time/moment.ts';
import { dateTime, day } from '../../components/time/time.tsx';
import { EventSentence } from '../events/EventSentence.tsx';
import { useEvents } from '../events/event.queries.ts';
import { eventTypeLabel } from '../events/event-labels.ts';
import { Facts } from '../events/Facts.tsx';
import { factsOf } from '../events/facts.ts';
import { useNames } from '../events/names.queries.ts';
import type { FlagAt } from '../flags/flag-requests.ts';
import { indexOf, momentsOf, nearest, type PastMoment, positionsOf } from './moments.ts';
import classes from './Timeline.module.css';

/** More marks could not be distinguished. */
const MAX_MARKS = 200;
const STEPS = 10_000;

interface Props {
    at: FlagAt;
    /** The selected moment; undefined for now. */
    asOf: string | undefined;
    onChange: (asOf: string | undefined) => void;
}

/** The changes of a flag on a slider, which selects a past state. */
export function Timeline({ at, asOf, onChange }: Props) {
    const events = useEvents({ feature: at.featureName, project: at.projectId }, 0, MAX_MARKS);
    const { data, dataUpdatedAt } = events;
    const moments = useMemo(() => momentsOf(data?.events ?? []), [data]);
    // The end of the line is now.
    const positions = useMemo(() => [...positionsOf(moments, dataUpdatedAt), 1], [moments, dataUpdatedAt]);
    const now = moments.length;
    const index = indexOf(moments, asOf) ?? now;
    if (data === undefined && events.isError) {
        return (
            <div className={classes['timeline']} data-failed role="status">
                <Text size="sm" c="dimmed">
                    The history could not be loaded. {messageOf(events.error)}
                </Text>
                <Button size="compact-xs" variant="default" onClick={() => void events.refetch()}>
                    Try again
                </Button>
            </div>
        );
    }
    if (events.isPending) return <Skeleton height={108} mb="md" aria-busy="true" />;
    if (moments.length === 0) return null;
    const moment = moments[index];
    const go = (to: number) => onChange(moments[Math.max(0, to)]?.at);
    return (
        <section className={classes['timeline']} aria-label="Timeline" data-past={asOf !== undefined || undefined}>
            <div className={classes['controls']}>
                <ActionIcon
                    size={32}
                    variant="default"
                    aria-label="Earlier change"
                    disabled={index <= 0}
                    onClick={() => go(index - 1)}
                >
                    <IconChevronLeft size={16} />
                </ActionIcon>
                <div className={classes['line']}>
                    <Marks moments={moments} positions={positions} index={index} />
                    <input
                        type="range"
                        min={0}
                        max={STEPS}
                        aria-label="Moment"
                        aria-valuetext={momentLabel(moment, asOf)}
                        value={Math.round((positions[Math.max(0, index)] ?? 1) * STEPS)}
                        onChange={(event) => go(nearest(positions, event.currentTarget.valueAsNumber / STEPS))}
                        onKeyDown={(event) => moved(event, { index, now, go })}
                    />
                    <div className={classes['ends']} aria-hidden="true">
                        <span>{day(moments[0]?.at ?? '')}</span>
                        <span>Now</span>
                    </div>
                </div>
                <ActionIcon
                    size={32}
                    variant="default"
                    aria-label="Later change"
                    disabled={index >= now}
                    onClick={() => go(index + 1)}
                >
                    <IconChevronRight size={16} />
                </ActionIcon>
            </div>
            <div className={classes['says']}>
                {asOf === undefined ? (
                    <Text size="xs" c="dimmed">
                        <IconHistory size={13} aria-hidden="true" /> {eventCount(data?.total ?? 0)}. Move along the
                        timeline, or enter a date, to see earlier versions.
                    </Text>
                ) : (
                    <MomentEvents moment={moment} />
                )}
                <TextInput
                    type="datetime-local"
                    size="xs"
                    aria-label="Version at date and time"
                    max={toLocalInput(new Date())}
                    value={toLocalInput(asOf ?? '')}
                    onChange={(event) => onChange(fromLocalInput(event.currentTarget.value))}
                />
            </div>
        </section>
    );
}

const eventCount = (changes: number) =>
    changes > MAX_MARKS ? `The last ${MAX_MARKS} of ${count(changes, 'event')}` : count(changes, 'event');

function momentLabel(moment: PastMoment | undefined, asOf: string | undefined): string {
    if (asOf === undefined) return 'Now';
    if (!moment) return 'Before the first change';
    return `${dateTime(moment.at)}: ${moment.events.map(({ type }) => eventTypeLabel(type)).join(', ')}`;
}

interface TimelineNavigation {
    index: number;
    now: number;
    go: (index: number) => void;
}

/** The keys move from change to change. */
function moved(event: KeyboardEvent, { index, now, go }: TimelineNavigation): void {
    const target = {
        ArrowLeft: index - 1,
        ArrowDown: index - 1,
        ArrowRight: index + 1,
        ArrowUp: index + 1,
        PageDown: index - 10,
        PageUp: index + 10,
        Home: 0,
        End: now,
    }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    go(Math.min(now, Math.max(0, target)));
}

/** The kind of change of a mark, by colour. */
const KINDS: Record<string, string> = {
    'feature-environment-enabled': 'on',
    'feature-environment-disabled': 'off',
    'feature-archived': 'off',
};

function Marks({
    moments,
    positions,
    index,
}: {
    moments: readonly PastMoment[];
    positions: readonly number[];
    index: number;
}) {
    return (
        <div className={classes['marks']} aria-hidden="true">
            <span className={classes['gone']} style={{ width: `${(positions[Math.max(0, index)] ?? 1) * 100}%` }} />
            {moments.map(({ at, events }, each) => (
                <span
                    key={at}
                    className={classes['mark']}
                    style={{ left: `${(positions[each] ?? 0) * 100}%` }}
                    data-kind={events.map(({ type }) => KINDS[type]).find(Boolean)}
                    data-passed={each <= index || undefined}
                />
            ))}
        </div>
    );
}

/** The latest change at that moment. */
function MomentEvents({ moment }: { moment: PastMoment | undefined }) {
    const names = useNames();
    if (!moment) {
        return (
            <Text size="xs" c="dimmed">
                Before the first change on this timeline.
            </Text>
        );
    }
    return (
        <ul className={classes['happened']}>
            {moment.events.slice(0, 3).map((event) => (
                <li key={event.id}>
                    <span>
                        <EventSentence event={event} names={names} />
                    </span>
                    <Facts facts={factsOf(event, names)} isShort />
                </li>
            ))}
        </ul>
    );
}
