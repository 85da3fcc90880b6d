import { searchText, text } from '../../components/lists/from-address.ts';

/** A search across all projects with its sort order. It is stored in the URL, so that it can be shared and saved. */
export interface SearchQuery {
    query?: string | undefined;
    project?: string | undefined;
    type?: string | undefined;
    /** `old` means stale or past the expected lifetime. */
    state?: string | undefined;
    lifecycle?: string | undefined;
    /** `user:5`, `group:3` or `nobody`; several are separated by commas. */
    owner?: string | undefined;
    /** `type:value` */
    tag?: string | undefined;
    /** `<environment>:on` or `<environment>:off` */
    status?: string | undefined;
    /** The number of days. */
    notSeenFor?: number | undefined;
    oneAnswerFor?: number | undefined;
    safeToRemove?: number | undefined;
    archived?: boolean | undefined;
    favorite?: boolean | undefined;
    /** The sorted column of the table. */
    sort?: string | undefined;
    isDown?: boolean | undefined;
    /** The sort key of the API, for lists that are not tables. */
    sortBy?: string | undefined;
    sortOrder?: 'asc' | 'desc' | undefined;
}

export function readFlagSearch(search: Record<string, unknown>): SearchQuery {
    return {
        query: searchText(search['query']),
        project: text(search['project']),
        type: text(search['type']),
        state: text(search['state']),
        lifecycle: text(search['lifecycle']),
        owner: text(search['owner']),
        tag: text(search['tag']),
        status: text(search['status']),
        notSeenFor: days(search['notSeenFor']),
        oneAnswerFor: days(search['oneAnswerFor']),
        safeToRemove: days(search['safeToRemove']),
        archived: search['archived'] === true ? true : undefined,
        sort: text(search['sort']),
        isDown: search['isDown'] === true ? true : undefined,
    };
}

const days = (value: unknown) =>
    typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 9_999 ? value : undefined;

const is = (value: string | undefined) => (value ? `IS:${value}` : undefined);
const anyOf = (values: string | undefined) => (values ? `IS_ANY_OF:${values}` : undefined);

/** The query to the service. */
export function toQuery(search: SearchQuery) {
    const { query, project, type, state, lifecycle, owner, tag, status, archived = false, favorite } = search;
    const at = status?.lastIndexOf(':') ?? -1;
    const isOn = status?.endsWith(':on');
    return {
        query: query || undefined,
        project: is(project),
        type: is(type),
        state: state === 'old' ? 'IS_ANY_OF:stale,potentially-stale' : is(state),
        lifecycle: is(lifecycle),
        owner: anyOf(owner),
        tag: tag ? `INCLUDE:${tag}` : undefined,
        status: status && at > 0 ? [`${status.slice(0, at)}:${isOn ? 'enabled' : 'disabled'}`] : undefined,
        notSeenFor: search.notSeenFor?.toString(),
        oneAnswerFor: search.oneAnswerFor?.toString(),
        safeToRemove: search.safeToRemove?.toString(),
        archived: `IS:${archived}`,
        favorite: favorite ? 'IS:true' : undefined,
        ...toOrder(search),
    };
}

const COLUMNS: Record<string, string> = {
    name: 'name',
    project: 'project',
    owner: 'owner',
    stage: 'lifecycle',
    seen: 'lastSeenAt',
    created: 'createdAt',
    answer: 'oneAnswer',
};

const ENVIRONMENT = 'in:';

function toOrder({ sort, isDown = false, sortBy, sortOrder }: SearchQuery): Pick<SearchQuery, 'sortBy' | 'sortOrder'> {
    if (sort === undefined) return { sortBy, sortOrder };
    // Enabled flags come first, as in the table of a project.
    if (sort.startsWith(ENVIRONMENT)) {
        return { sortBy: `environment:${sort.slice(ENVIRONMENT.length)}`, sortOrder: isDown ? 'asc' : 'desc' };
    }
    return { sortBy: COLUMNS[sort] ?? 'createdAt', sortOrder: isDown ? 'desc' : 'asc' };
}
