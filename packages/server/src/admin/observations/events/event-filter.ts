import { type AdminActor, may } from '../../../core/access/actor.ts';
import { invalid } from '../../../core/errors/errors.ts';
import type { EventSearch } from './event.schemas.ts';

/** The filter of a search for events; missing members match all events. */
export interface EventFilter {
    ids?: number[];
    groups?: string[];
    flags?: string[];
    projects?: string[];
    environments?: string[];
    types?: string[];
    creators?: number[];
    /** The first moment of the period, and the first moment after it. */
    from?: string;
    before?: string;
    /** Part of the type, flag, project, environment or author. */
    text?: string;
    /** Leaves out the events of the instance itself, such as those of users and tokens. */
    onlyOfProjects?: boolean;
    /** Leaves out the events of these projects. */
    hiddenProjects?: readonly string[];
    /** Leaves out the events of projects that were private when they were deleted. */
    withoutDeletedPrivate?: boolean;
}

/** Returns a filter for the part of the log that the caller may see; it is empty if the caller may see all events. */
export function visibleTo(actor: AdminActor): EventFilter {
    return {
        ...(!may(actor, 'READ_LOGS') && { onlyOfProjects: true }),
        ...(actor.hiddenProjects.length > 0 && { hiddenProjects: actor.hiddenProjects }),
        ...(!may(actor, 'ADMIN') && { withoutDeletedPrivate: true }),
    };
}

/** Parses the filters of a request: `IS:a` or `IS_ANY_OF:a,b`. */
export function readFilter(search: EventSearch): EventFilter {
    const filter: EventFilter = {};
    if (search.query) filter.text = search.query;
    if (search.id) filter.ids = wholeNumbers('id', search.id);
    if (search.groupId) filter.groups = texts(search.groupId);
    if (search.feature) filter.flags = texts(search.feature);
    if (search.project) filter.projects = texts(search.project);
    if (search.environment) filter.environments = texts(search.environment);
    if (search.type) filter.types = texts(search.type);
    if (search.createdBy) filter.creators = wholeNumbers('createdBy', search.createdBy);
    if (search.from) filter.from = readPeriod('from', search.from).start;
    if (search.to) filter.before = readPeriod('to', search.to).end;
    return filter;
}

const MAX_VALUES = 100;

function texts(filter: string): string[] {
    const values = filter.slice(filter.indexOf(':') + 1).split(',');
    if (values.length > MAX_VALUES) throw invalid(`A filter takes at most ${MAX_VALUES} values.`);
    return values.map((value) => value.trim());
}

function wholeNumbers(name: string, filter: string): number[] {
    return texts(filter).map((text) => {
        // A number that does not fit into an integer column cannot be an id.
        if (!/^-?\d{1,9}$/.test(text))
            throw invalid(`\`${name}\` must be filtered by whole numbers.`, `/query/${name}`);
        return Number(text);
    });
}

/** A day lasts until the next one; an instant has no duration. */
function readPeriod(name: string, filter: string): { start: string; end: string } {
    const text = filter.slice('IS:'.length);
    const isDay = !text.includes('T');
    const date = new Date(isDay ? `${text}T00:00:00.000Z` : text);
    // Some months are shorter: the 31st of February would become another day.
    if (Number.isNaN(date.getTime()) || !date.toISOString().startsWith(text.slice(0, 10))) {
        throw invalid(`\`${name}\` must be a day or a time that exists.`, `/query/${name}`);
    }
    const start = date.toISOString();
    if (isDay) date.setUTCDate(date.getUTCDate() + 1);
    return { start, end: date.toISOString() };
}
