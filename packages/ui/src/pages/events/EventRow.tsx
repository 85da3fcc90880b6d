import { IconChevronDown } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { ListedEvent } from '../../api/types.ts';
import { exactAndRelative, timeOfDay } from '../../components/time/time.tsx';
import { RevertButton } from '../revert/RevertButton.tsx';
import { ChangeContext } from './ChangeContext.tsx';
import { EventDetail } from './EventDetail.tsx';
import { mayAffect } from './EventEffect.tsx';
import classes from './EventList.module.css';
import { EventSentence } from './EventSentence.tsx';
import { eventTypeLabel } from './event-labels.ts';
import { Facts } from './Facts.tsx';
import { factsOf } from './facts.ts';
import type { NameLookup } from './reading.ts';

interface Props {
    event: ListedEvent;
    names: NameLookup;
    /** Initially open, for links to this event. */
    isOpen?: boolean;
}

/** An event: its time, its actor, and the change. */
export function EventRow({ event, names, isOpen: opens = false }: Props) {
    const [isOpen, setIsOpen] = useState(opens);
    const id = useId();
    const facts = factsOf(event, names);
    return (
        <li className={classes['event']} data-open={isOpen || undefined}>
            <div className={classes['row']}>
                <EventTime event={event} />
                <div className={classes['summary']}>
                    <p>
                        <EventSentence event={event} names={names} />
                    </p>
                    <Facts facts={facts} isShort />
                    <ChangeContext event={event} />
                </div>
                <button
                    type="button"
                    className={classes['toggle']}
                    aria-expanded={isOpen}
                    aria-controls={id}
                    aria-label={`Event ${event.id}: ${eventTypeLabel(event.type)}`}
                    // The toggle covers the time, so it has the tooltip.
                    title={exactAndRelative(event.createdAt)}
                    onClick={() => setIsOpen(!isOpen)}
                >
                    <IconChevronDown size={14} aria-hidden="true" />
                </button>
                {event.project && mayAffect(event) && (
                    <div className={classes['revert']}>
                        <RevertButton
                            query={{ project: event.project, event: event.id }}
                            title={`Revert event ${event.id}?`}
                            successMessage={`Event ${event.id} reverted`}
                            size="compact-xs"
                        >
                            Revert
                        </RevertButton>
                    </div>
                )}
            </div>
            {isOpen && (
                <div id={id} className={classes['detail']}>
                    <EventDetail event={event} facts={facts} />
                </div>
            )}
        </li>
    );
}

export function EventTime({ event: { createdAt } }: { event: ListedEvent }) {
    return (
        <time className={classes['time']} dateTime={createdAt}>
            {timeOfDay(createdAt)}
        </time>
    );
}
