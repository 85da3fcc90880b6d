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
    const { createdBy, createdByUserId, featureName, project } = event;
    const { isFlagHistory } = useContext(ListContext);
    return event.summary.split(/(\*\*(?:\\.|[^*\\])+\*\*)/).map((part, index): ReactNode => {
        const key = `${index}:${part}`;
        const name = unescaped(part.startsWith('**') ? part.slice(2, -2) : part);
        if (!part.startsWith('**')) {
            return <Fragment key={key}>{isFlagHistory ? name.replace(/\bflag $/, '') : name}</Fragment>;
        }
        if (index === 1 && event.summary.startsWith(part) && name === createdBy) {
            const whole = names.person(createdByUserId);
            return (
                <b key={key} title={whole && whole !== createdBy ? createdBy : undefined}>
                    {whole ?? createdBy}
                </b>
            );
        }
        if (name === featureName && isFlagHistory) return event.summary.startsWith(part) ? 'The flag' : 'the flag';
        if (name === featureName && replacements.flag) return <b key={key}>{replacements.flag}</b>;
        if (name !== featureName || !project) return <b key={key}>{name}</b>;
        return (
            <Link
                key={key}
                to="/projects/$projectId/features/$featureName"
                params={{ projectId: project, featureName }}
                className={classes['name']}
            >
                {name}
            </Link>
        );
    });
}

const unescaped = (text: string) => text.replace(/\\([\\`*_{}[\]()#+\-.!~<>|])/g, '$1');
