import type { StoredEvent } from '../../../changes/event-log.ts';
import { EVENT_TYPES, type EventScope, isEventType } from '../../../core/events/event-types.ts';
import type { IndexedFlag } from './indexed-flag.ts';

/** Whether an event that does not name a flag may change the row of the flag; undefined if it changes no row. */
type Concerns = ((flag: IndexedFlag) => boolean) | undefined;

/** The relevant members of the state in an event. */
interface State {
    id?: number;
    name?: string;
    type?: string;
    sortOrder?: number;
}

const stateIn = (state: unknown): State => (state ?? {}) as State;

/** The relevant members of a change request in an event. */
interface Request {
    changeRequestId?: number;
    change?: { feature: string | null };
    changes?: { feature: string | null }[];
}

const requestIn = (state: unknown): Request => (state ?? {}) as Request;

const featuresIn = ({ change, changes = [] }: Request) => [change, ...changes].flatMap((each) => each?.feature ?? []);

function showsRequest({ row }: IndexedFlag, id: number): boolean {
    for (const ids of row.changeRequests?.values() ?? []) if (ids.includes(id)) return true;
    return false;
}

/** Rows contain the type and order of environments, and the names of segments, users and groups. */
const CONCERNS: Record<Exclude<EventScope, 'flag' | 'flagEnvironment'>, (event: StoredEvent) => Concerns> = {
    project: () => undefined,
    chart: () => undefined,
    // Rows contain the open requests that would change a flag. Events do not contain drafts.
    changeRequest: ({ data, preData }) => {
        const { changeRequestId: id, ...after } = requestIn(data);
        const named = new Set([...featuresIn(after), ...featuresIn(requestIn(preData))]);
        return (flag) => named.has(flag.name) || (id !== undefined && showsRequest(flag, id));
    },
    projectEnvironment:
        ({ project }) =>
        (flag) =>
            flag.project === project,
    environment: ({ data, preData }) => {
        const [before, after] = [stateIn(preData), stateIn(data)];
        const isShown = preData !== null && (before.type !== after.type || before.sortOrder !== after.sortOrder);
        return isShown ? () => true : undefined;
    },
    segment: ({ preData }) => {
        const { name } = stateIn(preData);
        return name === undefined ? undefined : ({ row }) => row.segments.includes(name);
    },
    instance: ({ type, data, preData }) => {
        const [, kind] = /^(user|service-account|group)-(?:updated|deleted)$/.exec(type) ?? [];
        const id = stateIn(data).id ?? stateIn(preData).id;
        if (kind === undefined || id === undefined) return undefined;
        const owner = kind === 'group' ? `group:${id}` : `user:${id}`;
        return ({ summary: { stored } }) =>
            stored.owner === owner || (kind !== 'group' && stored.created_by_user_id === id);
    },
};

/** Returns the flags whose rows an event may change: the flag that it names, or a condition for the affected flags. */
export function findTouchedFlags(event: StoredEvent): { flag: string } | { concerns: Concerns } {
    if (event.featureName !== null) return { flag: event.featureName };
    const about = isEventType(event.type) ? EVENT_TYPES[event.type].about : 'instance';
    return { concerns: about === 'flag' || about === 'flagEnvironment' ? undefined : CONCERNS[about](event) };
}
