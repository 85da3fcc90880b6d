import { Group, Text } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { ListedEvent } from '../../api/types.ts';
import { formatNumber } from '../../components/text/numbers.ts';
import { exactAndRelative } from '../../components/time/time.tsx';
import { RevertButton } from '../revert/RevertButton.tsx';
import { ChangeContext } from './ChangeContext.tsx';
import { EventEffect, mayAffect } from './EventEffect.tsx';
import classes from './EventList.module.css';
import { EventRow, EventTime } from './EventRow.tsx';
import { EventSentence } from './EventSentence.tsx';
import { type EventQuery, useEvents } from './event.queries.ts';
import { eventTypeLabel } from './event-labels.ts';
import { flagsOf, type GroupedEvents, sharedEvent } from './groups.ts';
import type { NameLookup } from './reading.ts';

interface Props extends GroupedEvents {
    names: NameLookup;
    filter: EventQuery;
    /** The number of events, if it is larger than the number of loaded ones. */
    size: number | undefined;
}

const INITIAL_EVENTS = 100;
const SHOWN_FLAGS = 4;

/** An import or a bulk change as one entry that expands to its events. */
export function EventGroup({ events, head, isRepeated = false, names, filter, size = events.length }: Props) {
    const [isOpen, setIsOpen] = useState(false);
    const id = useId();
    const [newest] = events;
    const flags = flagsOf(events);
    const isWhole = size === events.length;
    // The sentence describes all events.
    const change = { ...(head ?? newest), featureName: null };
    return (
        <li className={classes['event']} data-open={isOpen || undefined}>
            <div className={classes['row']}>
                <EventTime event={newest} />
                <div className={classes['summary']}>
                    <p>
                        {head ? (
                            <EventSentence event={head} names={names} />
                        ) : (
                            <GroupSentence events={events} names={names} isWhole={isWhole} />
                        )}
                    </p>
                    <ChangeContext event={head ?? newest} />
                    <Text size="xs" c="dimmed">
                        {formatNumber(size)} events
                        {flags.length > 0 && `: ${flags.slice(0, SHOWN_FLAGS).join(', ')}`}
                        {(flags.length > SHOWN_FLAGS || !isWhole) && ' and more'}
                    </Text>
                </div>
                <button
                    type="button"
                    className={classes['toggle']}
                    aria-expanded={isOpen}
                    aria-controls={id}
                    aria-label={`${formatNumber(size)} events${isRepeated ? '' : ' of one change'}`}
                    title={exactAndRelative(newest.createdAt)}
                    onClick={() => setIsOpen(!isOpen)}
                >
                    <IconChevronDown size={14} aria-hidden="true" />
                </button>
            </div>
            {isOpen && (
                <div id={id}>
                    <ol className={classes['inner']}>
                        {isWhole ? (
                            events.map((event) => <EventRow key={event.id} event={event} names={names} />)
                        ) : (
                            <Members filter={{ ...filter, groupId: newest.groupId }} names={names} />
                        )}
                    </ol>
                    {!isRepeated && mayAffect(change) && (
                        <div className={classes['detail']}>
                            <EventEffect event={change} />
                            {change.project && (
                                <Group justify="flex-end" mt={8}>
                                    <RevertButton
                                        query={{ project: change.project, event: change.id }}
                                        title="Revert the whole change?"
                                        successMessage="Change reverted"
                                        size="compact-xs"
                                    >
                                        Revert all
                                    </RevertButton>
                                </Group>
                            )}
                        </div>
                    )}
                </div>
            )}
        </li>
    );
}

/** Describes several events with the sentence of one of them. */
function GroupSentence({
    events,
    names,
    isWhole,
}: {
    events: GroupedEvents['events'];
    names: NameLookup;
    isWhole: boolean;
}) {
    const [{ createdBy, createdByUserId }] = events;
    const flags = flagsOf(events);
    const flag = isWhole ? `${formatNumber(flags.length)} flags` : 'many flags';
    const shared = sharedEvent(events, flags);
    if (!shared) {
        const actor = names.person(createdByUserId) ?? createdBy;
        const only = flags.length === 1 ? flags[0] : flag;
        return (
            <>
                <b>{actor}</b> changed {flags.length === 0 ? 'several things' : <b>{only}</b>} at once
            </>
        );
    }
    return <EventSentence event={shared} names={names} replacements={{ flag }} />;
}

/** The events of a change that does not fit on a page. */
function Members({ filter, names }: { filter: EventQuery; names: NameLookup }) {
    const [count, setCount] = useState(INITIAL_EVENTS);
    const { data } = useEvents(filter, 0, Math.min(count, 1_000));
    if (!data) return null;
    const rest = data.total - data.events.length;
    return (
        <>
            {data.events.map((event: ListedEvent) => (
                <EventRow key={event.id} event={event} names={names} />
            ))}
            {rest > 0 && (
                <li className={classes['more']}>
                    {count < 1_000 ? (
                        <button type="button" onClick={() => setCount(count * 10)}>
                            Show more of {formatNumber(data.total)}
                        </button>
                    ) : (
                        `${formatNumber(rest)} more: ${eventTypeLabel(data.events.at(-1)?.type ?? '')} and so on. Export them to see all.`
                    )}
                </li>
            )}
        </>
    );
}
