import { useEnvironments } from '../../environments/environment.queries.ts';
import { useAccessCandidates, useProjects } from '../../projects/project.queries.ts';
import { useSession } from '../../session/session.queries.ts';
import { useFlagTypes } from '../flag.queries.ts';
import { STAGES } from '../page/stages.ts';
import type { FlagSearch } from './flag-search.ts';

/** A condition that users select. */
export interface FlagFilter {
    member: keyof FlagSearch;
    label: string;
    /** The text without a selection. */
    none: string;
    data: readonly { value: string; label: string }[];
    /** Converts the selected option; by default, it is the value. */
    read?: (value: string) => number | boolean;
}

export interface FlagFilters {
    shown: readonly FlagFilter[];
    /** Filters that are shown on request, and while they are used. */
    more: readonly FlagFilter[];
}

const STATES = [
    { value: 'active', label: 'Active' },
    { value: 'stale', label: 'Marked as stale' },
    { value: 'potentially-stale', label: 'Past its lifetime' },
    { value: 'old', label: 'Stale or past its lifetime' },
];

const DAYS = [7, 30, 90, 180, 365];

const spans = (what: string) =>
    DAYS.map((days) => ({ value: String(days), label: days === 365 ? `${what} a year` : `${what} ${days} days` }));

const named = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

/** The filters of the flags of all projects, or of those of one project with these tags and environments. */
export function useFlagFilters(
    search: FlagSearch,
    project?: { tags: readonly string[]; environments: readonly string[] },
): FlagFilters {
    const { data: projects = [] } = useProjects();
    const { data: environments = [] } = useEnvironments();
    const { data: types = [] } = useFlagTypes();
    const owners = useOwners(search.owner);
    const places = project?.environments ?? environments.map(({ name }) => name);
    const type: FlagFilter = {
        member: 'type',
        label: 'Type',
        none: 'Any type',
        data: named(types.map(({ id }) => id)),
    };
    const state: FlagFilter = {
        member: 'state',
        label: 'State',
        none: 'Any state',
        // The list of a project contains stale flags of both kinds without a difference.
        data: project ? STATES.slice(0, 2) : STATES,
    };
    const status: FlagFilter = {
        member: 'status',
        label: 'On or off where',
        none: 'On or off',
        data: places.flatMap((name) =>
            ['on', 'off'].map((status) => ({ value: `${name}:${status}`, label: `${status} in ${name}` })),
        ),
    };
    const tags = project?.tags ?? [];
    const tag: FlagFilter[] =
        tags.length > 0 || search.tag ? [{ member: 'tag', label: 'Tag', none: 'Any tag', data: named(tags) }] : [];
    const owner: FlagFilter = { member: 'owner', label: 'Owner', none: 'Any owner', data: owners };
    const lifecycle: FlagFilter = {
        member: 'lifecycle',
        label: 'Lifecycle',
        none: 'Any stage',
        data: STAGES.map(({ stage, label }) => ({ value: stage, label })),
    };
    if (project) return { shown: [type, state, status, ...tag], more: [owner, lifecycle] };
    const ofProject: FlagFilter = {
        member: 'project',
        label: 'Project',
        none: 'Any project',
        data: projects.map(({ id, name }) => ({ value: id, label: name })),
    };
    return {
        shown: [ofProject, state, status, ...tag],
        more: [
            owner,
            {
                member: 'notSeenFor',
                label: 'Not seen for',
                none: 'Last seen: any',
                data: spans('Not seen for'),
                read: Number,
            },
            {
                member: 'oneAnswerFor',
                label: 'Single value for',
                none: 'Value: any',
                data: spans('Single value for'),
                read: Number,
            },
            type,
            lifecycle,
            {
                member: 'archived',
                label: 'Archived or not',
                none: 'Not archived',
                data: [{ value: 'true', label: 'Archived' }],
                read: () => true,
            },
        ],
    };
}

/** The options of the owner filter: the user with their groups first, then nobody, users and groups. */
function useOwners(chosen: string | undefined): FlagFilter['data'] {
    const { users = [], groups = [] } = useAccessCandidates().data ?? {};
    const { data: session } = useSession();
    const me = session && `user:${session.user.id}`;
    const known = [
        ...(me ? [{ value: me, label: 'Me' }] : []),
        { value: 'nobody', label: 'Nobody' },
        ...users
            .filter(({ id }) => `user:${id}` !== me)
            .map(({ id, name, username, email }) => ({
                value: `user:${id}`,
                label: name || username || email || `user ${id}`,
            })),
        ...groups.map(({ id, name }) => ({ value: `group:${id}`, label: name })),
    ];
    if (!chosen?.includes(',')) return known;
    const names = chosen.split(',').map((one) => known.find(({ value }) => value === one)?.label ?? one);
    return [{ value: chosen, label: names.join(' or ') }, ...known];
}
