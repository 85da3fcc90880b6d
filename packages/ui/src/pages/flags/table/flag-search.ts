import { searchText, text } from '../../../components/lists/from-address.ts';

const STATES = ['active', 'stale', 'potentially-stale', 'old'];

const days = (value: unknown) =>
    typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 9_999 ? value : undefined;

/** The search and the sort order of a list of flags. They are stored in the URL, so that they can be shared and saved. */
export interface FlagSearch {
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
    /** The sorted column of the table. */
    sort?: string | undefined;
    isDown?: boolean | undefined;
}

/** The members of a URL or of a saved view. Lists of projects once had the names `q` and `stage`. */
export function readFlagSearch(search: Record<string, unknown>): FlagSearch {
    const state = text(search['state']);
    return {
        query: searchText(search['query']) ?? searchText(search['q']),
        project: text(search['project']),
        type: text(search['type']),
        state: state && STATES.includes(state) ? state : undefined,
        lifecycle: text(search['lifecycle']) ?? text(search['stage']),
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

/** A search without conditions and order. */
export const NO_SEARCH: FlagSearch = readFlagSearch({});

export const isFiltered = ({ sort: _sort, isDown: _isDown, ...filters }: FlagSearch): boolean =>
    Object.values(filters).some((value) => value !== undefined);

const is = (value: string | undefined) => (value ? `IS:${value}` : undefined);
const anyOf = (values: string | undefined) => (values ? `IS_ANY_OF:${values}` : undefined);

/** A search of the service, which also serves lists that are not tables. */
export interface SearchQuery extends FlagSearch {
    favorite?: boolean | undefined;
    /** The sort key of the API. */
    sortBy?: string | undefined;
    sortOrder?: 'asc' | 'desc' | undefined;
}

/** The query to the service. */
export function toQuery(search: SearchQuery) {
    const { query, project, type, state, lifecycle, owner, tag, status, archived = false, favorite } = search;
    const [environment, isOn] = splitStatus(status);
    return {
        query: query || undefined,
        project: is(project),
        type: is(type),
        state: state === 'old' ? 'IS_ANY_OF:stale,potentially-stale' : is(state),
        lifecycle: is(lifecycle),
        owner: anyOf(owner),
        tag: tag ? `INCLUDE:${tag}` : undefined,
        status: environment ? [`${environment}:${isOn === 'on' ? 'enabled' : 'disabled'}`] : undefined,
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

/** The prefix avoids conflicts with the names of other columns. */
const ENVIRONMENT = 'in:';

/** The sort key for the state in an environment. */
export const sortByEnvironment = (name: string) => `${ENVIRONMENT}${name}`;

/** The environment and the state of a filter. */
export function splitStatus(status: string | undefined): [environment?: string, state?: string] {
    const at = status?.lastIndexOf(':') ?? -1;
    return at < 0 || !status ? [] : [status.slice(0, at), status.slice(at + 1)];
}

function toOrder({ sort, isDown = false, sortBy, sortOrder }: SearchQuery): Pick<SearchQuery, 'sortBy' | 'sortOrder'> {
    if (sort === undefined) return { sortBy, sortOrder };
    // Enabled flags come first, as in the table of a project.
    if (sort.startsWith(ENVIRONMENT)) {
        return { sortBy: `environment:${sort.slice(ENVIRONMENT.length)}`, sortOrder: isDown ? 'asc' : 'desc' };
    }
    return { sortBy: COLUMNS[sort] ?? 'createdAt', sortOrder: isDown ? 'desc' : 'asc' };
}
