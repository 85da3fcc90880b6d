import { ALL_PROJECTS, SEVERAL_PROJECTS } from '../../../core/events/event-projects.ts';
import { asciiLower } from '../../../core/text/ascii-case.ts';
import type { EventFilter } from './event-filter.ts';

/** What filters look at. */
export interface Traits {
    id: number;
    type: string;
    createdBy: string;
    createdByUserId: number;
    createdAt: string;
    featureName: string | null;
    project: string | null;
    environment: string | null;
    groupId: string;
}

/** A project that was private when it was deleted, and the last event that is hidden with it; null: all are. */
export interface DeletedPrivate {
    project: string;
    up_to: number | null;
}

/** Something that holds for an event, or does not. */
export type EventPredicate = (event: Traits) => boolean;

const oneOf = <T>(values: readonly T[], trait: (event: Traits) => T): EventPredicate => {
    const wanted = new Set(values);
    return (event) => wanted.has(trait(event));
};

/** For events in memory, what `matching` is for rows. */
export function conditionsOf(filter: EventFilter, deletedPrivate: readonly DeletedPrivate[]): EventPredicate[] {
    const { ids, groups, flags, projects, environments, types, creators, from, before, text } = filter;
    const conditions: (EventPredicate | undefined)[] = [
        ids && oneOf(ids, ({ id }) => id),
        groups && oneOf(groups, ({ groupId }) => groupId),
        flags && oneOf<string | null>(flags, ({ featureName }) => featureName),
        projects && oneOf<string | null>(projects, ({ project }) => project),
        environments && oneOf<string | null>(environments, ({ environment }) => environment),
        types && oneOf(types, ({ type }) => type),
        creators && oneOf(creators, ({ createdByUserId }) => createdByUserId),
        from ? ({ createdAt }) => createdAt >= from : undefined,
        before ? ({ createdAt }) => createdAt < before : undefined,
        filter.onlyOfProjects
            ? ({ project }) => project !== null && project !== ALL_PROJECTS && project !== SEVERAL_PROJECTS
            : undefined,
        // An event of several projects names them all, and a hidden one may be among them.
        filter.hiddenProjects &&
            (({ project }) =>
                project === null || (project !== SEVERAL_PROJECTS && !filter.hiddenProjects!.includes(project))),
        filter.withoutDeletedPrivate && deletedPrivate.length > 0 ? isNotOf(deletedPrivate) : undefined,
        text ? holdsText(asciiLower(text)) : undefined,
    ];
    return conditions.filter((condition) => condition !== undefined);
}

const isNotOf =
    (deletedPrivate: readonly DeletedPrivate[]): EventPredicate =>
    ({ id, project }) =>
        !deletedPrivate.some(
            (past) =>
                (past.project === project || project === SEVERAL_PROJECTS) && (past.up_to === null || past.up_to >= id),
        );

const holdsText =
    (text: string): EventPredicate =>
    ({ type, featureName, project, environment, createdBy }) =>
        [type, featureName, project, environment, createdBy].some(
            (trait) => trait !== null && asciiLower(trait).includes(text),
        );
