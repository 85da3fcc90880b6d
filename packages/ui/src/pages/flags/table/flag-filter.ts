import type { FlagOverview } from '../../../api/types.ts';
import { compareValues, type SortValue, sortRows } from '../../../components/lists/order.ts';
import { STAGES } from '../page/stages.ts';
import { type FlagSearch, sortByEnvironment, splitStatus } from './flag-search.ts';

/** Returns the flags that match the filter in their original order. */
export function filterFlags(flags: readonly FlagOverview[], filter: FlagSearch): FlagOverview[] {
    const words = (filter.query ?? '').toLowerCase().split(/\s+/).filter(Boolean);
    const [environment, status] = splitStatus(filter.status);
    return flags.filter((flag) => {
        if (filter.type && flag.type !== filter.type) return false;
        if (filter.state && flag.stale === (filter.state === 'active')) return false;
        if (filter.lifecycle && flag.lifecycle?.stage !== filter.lifecycle) return false;
        if (filter.owner && !filter.owner.split(',').includes(ownerOf(flag))) return false;
        if (filter.tag && !flag.tags?.some(({ type, value }) => `${type}:${value}` === filter.tag)) return false;
        if (environment && flag.environments.find(({ name }) => name === environment)?.enabled !== (status === 'on'))
            return false;
        if (words.length === 0) return true;
        const tags = flag.tags?.map(({ type, value }) => `${type}:${value}`).join(' ') ?? '';
        const all = `${flag.name} ${flag.description ?? ''} ${tags}`.toLowerCase();
        return words.every((word) => all.includes(word));
    });
}

const ownerOf = ({ owner }: FlagOverview) => (owner ? `${owner.type}:${owner.id}` : 'nobody');

/** Returns the flags in the requested order, by default newest first. Favourites come first. */
export function sortFlags(flags: readonly FlagOverview[], { sort, isDown = false }: FlagSearch): FlagOverview[] {
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
