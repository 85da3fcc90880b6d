import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { messageOf } from '../../api/client.ts';
import type { FoundEvent } from '../../api/types.ts';
import { Rows } from '../../components/layout/States.tsx';
import { useComparison } from '../compare/compare.queries.ts';
import { Difference } from '../compare/Difference.tsx';
import type { Effects } from '../effects/effects.ts';
import classes from './EventList.module.css';

/** Beginnings of the types of events after which SDKs may see something else. */
const SEEN_BY_SDKS = [
    'feature-environment-',
    'feature-strategy-',
    'strategy-order-',
    'feature-archived',
    'feature-revived',
    'feature-deleted',
    'feature-dependen',
    'feature-metadata-',
    'feature-project-change',
    'features-imported',
    'project-changes-reverted',
    'project-environment-',
    'segment-updated',
    'segment-deleted',
];

export const mayAffect = ({ type, project }: FoundEvent) =>
    project !== null && SEEN_BY_SDKS.some((start) => type.startsWith(start));

/** Who got something else by an event, and what: what SDKs saw right before its change, and right after. */
export function Affected({ event }: { event: FoundEvent }) {
    const question = {
        project: event.project ?? '',
        ...(event.environment !== null && { environment: event.environment }),
        // The number before may be in the middle of the same change, which is before the change.
        from: String(event.id - 1),
        // All events of a change have the same time, so at that time all have happened.
        to: event.createdAt,
    };
    const { data, error, isError } = useComparison(question);
    if (isError) {
        return (
            <Text size="xs" c="dimmed">
                Impact not available: {messageOf(error)}
            </Text>
        );
    }
    if (!data) return <Rows count={2} />;
    return (
        <div className={classes['affected']}>
            <Difference effects={about(event, data)} project={question.project} asOf={event.createdAt} />
            <Link to="/compare" search={question} className={classes['link']}>
                Compare in full
            </Link>
        </div>
    );
}

/** Of a change of many flags, what it did to the one that the event is about. */
function about({ featureName }: FoundEvent, { changes, who = [] }: Effects): Effects {
    if (featureName === null) return { changes, who };
    return {
        changes: changes.filter(({ kind, name }) => kind === 'flag' && name === featureName),
        who: who
            .map((each) => ({ ...each, flags: each.flags.filter(({ name }) => name === featureName) }))
            .filter(({ flags }) => flags.length > 0),
    };
}
