import type { FlagOverview } from '../../../api/types.ts';
import { compareValues, type SortValue, sortRows } from '../../../components/lists/order.ts';
import { STAGES } from '../page/stages.ts';
import { type FlagSearch, sortByEnvironment, splitStatus } from './flag-search.ts';

type Condition = (flag: FlagOverview) => boolean;

/** Returns the flags that match the filter in their original order. */
export function filterFlags(flags: readonly FlagOverview[], filter: FlagSearch): FlagOverview[] {
    const conditions = [...memberConditions(filter), ...statusCondition(filter), ...queryCondition(filter)];
    return flags.filter((flag) => conditions.every((isMet) => isMet(flag)));
}

function memberConditions({ type, state, lifecycle, owner, tag }: FlagSearch): Condition[] {
    const owners = owner?.split(',') ?? [];
    const conditions: [isSet: unknown, isMet: Condition][] = [
        [type, (flag) => flag.type === type],
        [state, (flag) => flag.stale !== (state === 'active')],
        [lifecycle, (flag) => flag.lifecycle?.stage === lifecycle],
        [owner, (flag) => owners.includes(ownerOf(flag))],
        [tag, (flag) => tagsOf(flag).some((each) => each === tag)],
    ];
    return conditions.filter(([isSet]) => isSet).map(([, isMet]) => isMet);
}

function statusCondition(filter: FlagSearch): Condition[] {
    const [environment, status] = splitStatus(filter.status);
    if (!environment) return [];
    return [({ environments }) => environments.find(({ name }) => name === environment)?.enabled === (status === 'on')];
}

function queryCondition({ query = '' }: FlagSearch): Condition[] {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 0) return [];
    return [
        (flag) => {
            const all = `${flag.name} ${flag.description ?? ''} ${tagsOf(flag).join(' ')}`.toLowerCase();
            return words.every((word) => all.includes(word));
        },
    ];
}

const tagsOf = ({ tags }: FlagOverview) => tags?.map(({ type, value }) => `${type}:${value}`) ?? [];

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
