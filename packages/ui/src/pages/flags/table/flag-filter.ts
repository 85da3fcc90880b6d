import type { FlagOverview } from '../../../api/types.ts';
import { searchText, text } from '../../../components/lists/from-address.ts';
import { compareValues, type SortValue, sortRows } from '../../../components/lists/order.ts';
import { STAGES } from '../page/stages.ts';

/** The filter and the sort order of a table. They are stored in the URL, so that they can be shared and saved. */
export interface FlagFilter {
    tab?: string | undefined;
    /** The section of the settings. */
    section?: string | undefined;
    /** The open side panel: `status`. */
    panel?: string | undefined;
    /** The environment whose default strategy is being edited. */
    strategy?: string | undefined;
    q?: string | undefined;
    type?: string | undefined;
    state?: 'active' | 'stale' | undefined;
    /** The lifecycle stage. */
    stage?: string | undefined;
    tag?: string | undefined;
    /** `<environment>:on` or `<environment>:off` */
    status?: string | undefined;
    sort?: string | undefined;
    isDown?: boolean | undefined;
}

export function readFlagFilter(search: Record<string, unknown>): FlagFilter {
    const state = text(search['state']);
    return {
        tab: text(search['tab']),
        section: text(search['section']),
        panel: text(search['panel']),
        strategy: text(search['strategy']),
        q: searchText(search['q']),
        type: text(search['type']),
        state: state === 'active' || state === 'stale' ? state : undefined,
        stage: text(search['stage']),
        tag: text(search['tag']),
        status: text(search['status']),
        sort: text(search['sort']),
        isDown: search['isDown'] === true ? true : undefined,
    };
}

/** Returns the flags that match the filter in their original order. */
export function filterFlags(flags: readonly FlagOverview[], filter: FlagFilter): FlagOverview[] {
    const words = (filter.q ?? '').toLowerCase().split(/\s+/).filter(Boolean);
    const [environment, status] = splitStatus(filter.status);
    return flags.filter((flag) => {
        if (filter.type && flag.type !== filter.type) return false;
        if (filter.state && flag.stale !== (filter.state === 'stale')) return false;
        if (filter.stage && flag.lifecycle?.stage !== filter.stage) return false;
        if (filter.tag && !flag.tags?.some(({ type, value }) => `${type}:${value}` === filter.tag)) return false;
        if (environment && flag.environments.find(({ name }) => name === environment)?.enabled !== (status === 'on'))
            return false;
        if (words.length === 0) return true;
        const tags = flag.tags?.map(({ type, value }) => `${type}:${value}`).join(' ') ?? '';
        const all = `${flag.name} ${flag.description ?? ''} ${tags}`.toLowerCase();
        return words.every((word) => all.includes(word));
    });
}

function splitStatus(status: string | undefined): [environment: string | undefined, status: string | undefined] {
    const at = status?.lastIndexOf(':') ?? -1;
    return at < 0 || !status ? [undefined, undefined] : [status.slice(0, at), status.slice(at + 1)];
}

/** Returns the flags in the requested order, by default newest first. Favourites come first. */
export function sortFlags(flags: readonly FlagOverview[], { sort, isDown = false }: FlagFilter): FlagOverview[] {
    const sorted = sortRows(flags, sortedBy(sort ?? 'created'), {
        isDown: (sort === undefined) !== isDown,
        tie: (a, b) => compareValues(a.name, b.name),
    });
    return [...sorted.filter(({ favorite }) => favorite), ...sorted.filter(({ favorite }) => !favorite)];
}

function sortedBy(key: string): (flag: FlagOverview) => SortValue {
    switch (key) {
        case 'name':
            return ({ name }) => name;
        case 'stage':
            return ({ lifecycle }) => STAGES.findIndex(({ stage }) => stage === lifecycle?.stage);
        case 'seen':
            return ({ lastSeenAt }) => lastSeenAt && Date.parse(lastSeenAt);
        case 'created':
            return ({ createdAt }) => Date.parse(createdAt);
        default:
            return ({ environments }) =>
                Number(!environments.find(({ name }) => sortByEnvironment(name) === key)?.enabled);
    }
}

/** The sort key for the state in an environment. The prefix avoids conflicts with the names of other columns. */
export const sortByEnvironment = (name: string) => `in:${name}`;
