import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { messageOf } from '../../api/client.ts';
import type { ListedEvent } from '../../api/types.ts';
import { Rows } from '../../components/layout/States.tsx';
import { useComparison } from '../compare/compare.queries.ts';
import { Difference } from '../compare/Difference.tsx';
import type { Effects } from '../effects/effects.ts';
import classes from './EventList.module.css';

/** The prefixes of event types that may change evaluation results of SDKs. */
const SDK_EVENT_PREFIXES = [
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

export const mayAffect = ({ type, project }: ListedEvent) =>
    project !== null && SDK_EVENT_PREFIXES.some((start) => type.startsWith(start));

/** The users affected by an event: compares the published state right before and right after its change. */
export function EventEffect({ event }: { event: ListedEvent }) {
    const query = {
        project: event.project ?? '',
        ...(event.environment !== null && { environment: event.environment }),
        // The previous revision may be inside the same change; it then resolves to the state before the change.
        from: String(event.id - 1),
        // All events of a change have the same timestamp, so this includes all of them.
        to: event.createdAt,
    };
    const { data, error, isError } = useComparison(query);
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
            <Difference effects={about(event, data)} project={query.project} asOf={event.createdAt} />
            <Link to="/compare" search={query} className={classes['link']}>
                Compare in full
            </Link>
        </div>
    );
}

/** Restricts the effects of a bulk change to the flag of the event. */
function about({ featureName }: ListedEvent, { changes, who = [] }: Effects): Effects {
    if (featureName === null) return { changes, who };
    return {
        changes: changes.filter(({ kind, name }) => kind === 'flag' && name === featureName),
        who: who
            .map((each) => ({ ...each, flags: each.flags.filter(({ name }) => name === featureName) }))
            .filter(({ flags }) => flags.length > 0),
    };
}
