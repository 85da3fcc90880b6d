import { searchText, text } from '../../components/lists/from-address.ts';

/** Two sides: an environment at a moment each. */
export interface CompareSearch {
    project?: string | undefined;
    /** The environment of the second side. Undefined for all environments of the project. */
    environment?: string | undefined;
    /**
     * The environment of the first side, if it is another one. Both are then compared as of now. An empty text selects the usual
     * pair.
     */
    source?: string | undefined;
    /** A single flag in two environments. */
    feature?: string | undefined;
    from?: string | undefined;
    /** Undefined for now. */
    to?: string | undefined;
}

export const readCompareSearch = (search: Record<string, unknown>): CompareSearch => ({
    project: text(search['project']),
    environment: text(search['environment']),
    source: typeof search['source'] === 'string' ? search['source'] : undefined,
    feature: text(search['feature']),
    from: searchText(search['from']),
    to: searchText(search['to']),
});

/** The search of the former screen that compared environments. */
export const fromEnvironmentsSearch = (search: Record<string, unknown>): CompareSearch => ({
    project: text(search['project']),
    source: text(search['from']) ?? '',
    environment: text(search['to']),
    feature: text(search['feature']),
});
