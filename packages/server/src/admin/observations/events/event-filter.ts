import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { type AdminActor, may } from '../../../core/access/actor.ts';
import { invalid } from '../../../core/errors/errors.ts';
import { ALL_PROJECTS, SEVERAL_PROJECTS } from '../../../core/events/event-projects.ts';
import { contains } from '../../../storage/contains.ts';
import type { Tables } from '../../../storage/tables.ts';
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
    /** The start (inclusive) and the end (exclusive) of the period. */
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

/** Returns a condition for `where` that selects the rows that match the filter. */
export const matching =
    (filter: EventFilter) =>
    (row: ExpressionBuilder<Tables, 'events'>): Expression<SqlBool> => {
        const conditions: Expression<SqlBool>[] = [];
        if (filter.ids) conditions.push(row('id', 'in', filter.ids));
        if (filter.groups) conditions.push(row('group_id', 'in', filter.groups));
        if (filter.flags) conditions.push(row('feature_name', 'in', filter.flags));
        if (filter.projects) conditions.push(row('project', 'in', filter.projects));
        if (filter.environments) conditions.push(row('environment', 'in', filter.environments));
        if (filter.types) conditions.push(row('type', 'in', filter.types));
        if (filter.creators) conditions.push(row('created_by_user_id', 'in', filter.creators));
        if (filter.from) conditions.push(row('created_at', '>=', filter.from));
        if (filter.before) conditions.push(row('created_at', '<', filter.before));
        if (filter.onlyOfProjects) {
            conditions.push(row('project', 'is not', null), row('project', 'not in', [ALL_PROJECTS, SEVERAL_PROJECTS]));
        }
        if (filter.hiddenProjects) {
            // An event of several projects contains the names of all of them, and one of them may be hidden.
            const hidden = [...filter.hiddenProjects, SEVERAL_PROJECTS];
            conditions.push(row.or([row('project', 'is', null), row('project', 'not in', hidden)]));
        }
        if (filter.withoutDeletedPrivate) {
            const past = row
                .selectFrom('deleted_private_projects as past')
                .select('past.project')
                .where((of) =>
                    of.or([
                        of('past.project', '=', of.ref('events.project')),
                        of('events.project', '=', SEVERAL_PROJECTS),
                    ]),
                )
                .where((of) => of.or([of('past.up_to', 'is', null), of('past.up_to', '>=', of.ref('events.id'))]));
            conditions.push(row.not(row.exists(past)));
        }
        const { text } = filter;
        if (text) {
            const columns = ['type', 'feature_name', 'project', 'environment', 'created_by'] as const;
            conditions.push(row.or(columns.map((column) => contains(row.ref(column), text))));
        }
        return row.and(conditions);
    };

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
    if (search.from) filter.from = startOfDay('from', search.from).toISOString();
    if (search.to) {
        const end = startOfDay('to', search.to);
        end.setUTCDate(end.getUTCDate() + 1);
        filter.before = end.toISOString();
    }
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

function startOfDay(name: string, filter: string): Date {
    const day = filter.slice('IS:'.length);
    const date = new Date(`${day}T00:00:00.000Z`);
    // Some months are shorter: the 31st of February would become another day.
    if (Number.isNaN(date.getTime()) || !date.toISOString().startsWith(day)) {
        throw invalid(`\`${name}\` must be a day that exists.`, `/query/${name}`);
    }
    return date;
}
