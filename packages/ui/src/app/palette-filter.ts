import { matchOf } from '../components/lists/best-match.ts';

interface Entry {
    label?: string | undefined;
    description?: string | undefined;
    keywords?: string | string[] | undefined;
}

export interface RankedGroup {
    /** The rank of the group among the others. By default, the rank of its best match. */
    rank?: number;
}

/** A complete command comes after objects whose name begins with the text, and before other matches. */
export const COMMAND_RANK = 1.5;

export const LAST_RANK = Number.POSITIVE_INFINITY;

interface Group<E extends Entry> extends RankedGroup {
    group: string;
    actions: E[];
}

/** The maximum number of results per kind; typing more narrows them down. */
const MAX_PER_KIND = 6;

/** Returns the entries that match the query. The best match of each group and the group with the best match come first. */
export function filterGroups<E extends Entry>(groups: readonly Group<E>[], query: string): Group<E>[] {
    if (query.trim() === '') return groups.filter(({ actions }) => actions.length > 0);
    return groups
        .flatMap(({ group, actions, rank }) => {
            const fitting = actions
                .flatMap((action) => {
                    const match = rankEntry(action, query);
                    return match === undefined ? [] : [{ action, match }];
                })
                .sort((a, b) => a.match - b.match)
                .slice(0, MAX_PER_KIND);
            const [best] = fitting;
            return best ? [{ group, actions: fitting.map(({ action }) => action), match: rank ?? best.match }] : [];
        })
        .sort((a, b) => a.match - b.match)
        .map(({ group, actions }) => ({ group, actions }));
}

/** Matches the name first, then description and keywords. */
function rankEntry({ label = '', description = '', keywords = '' }: Entry, query: string): number | undefined {
    const byName = matchOf(label, query);
    if (byName !== undefined) return byName;
    return matchOf(`${label} ${description} ${[keywords].flat().join(' ')}`, query) === undefined ? undefined : 4;
}
