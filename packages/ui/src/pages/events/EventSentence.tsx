import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode, useContext } from 'react';
import type { ListedEvent } from '../../api/types.ts';
import classes from './EventList.module.css';
import { ListContext } from './list-context.ts';
import type { NameLookup } from './reading.ts';

interface Props {
    event: ListedEvent;
    names: NameLookup;
    /** The replacement for the flag name in sentences about several flags. */
    replacements?: { flag?: string };
}

/**
 * The sentence of the service, with the full name of the actor and a link to the flag. The few Markdown marks become elements;
 * everything else stays text, so the sentence cannot inject HTML.
 */
export function EventSentence({ event, names, replacements = {} }: Props) {
    const { isFlagHistory } = useContext(ListContext);
    return event.summary.split(/(\*\*(?:\\.|[^*\\])+\*\*)/).map((part, index): ReactNode => {
        const key = `${index}:${part}`;
        if (!part.startsWith('**')) {
            const text = unescaped(part);
            return <Fragment key={key}>{isFlagHistory ? text.replace(/\bflag $/, '') : text}</Fragment>;
        }
        const name = unescaped(part.slice(2, -2));
        const isFirst = index === 1 && event.summary.startsWith(part);
        if (isFirst && name === event.createdBy) return <Actor key={key} event={event} names={names} />;
        if (name !== event.featureName) return <b key={key}>{name}</b>;
        if (isFlagHistory) return isFirst ? 'The flag' : 'the flag';
        if (replacements.flag) return <b key={key}>{replacements.flag}</b>;
        return <FlagName key={key} name={name} project={event.project} />;
    });
}

/** The full name of the person, with the name at the time of the event if it differs. */
function Actor({ event: { createdBy, createdByUserId }, names }: Props) {
    const name = names.person(createdByUserId) ?? createdBy;
    return <b title={name === createdBy ? undefined : createdBy}>{name}</b>;
}

function FlagName({ name, project }: { name: string; project: string | null }) {
    if (!project) return <b>{name}</b>;
    return (
        <Link
            to="/projects/$projectId/features/$featureName"
            params={{ projectId: project, featureName: name }}
            className={classes['name']}
        >
            {name}
        </Link>
    );
}

const unescaped = (text: string) => text.replace(/\\([\\`*_{}[\]()#+\-.!~<>|])/g, '$1');
