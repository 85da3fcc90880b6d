import { SEARCHED_COLUMNS } from '../../../core/flags/flag-members.ts';
import { asciiLower } from '../../../core/text/ascii-case.ts';
import { type JsonFragment, toFragment } from '../../../http/bodies/json-fragment.ts';
import type { Tag } from '../../catalogue/tags/tag.schemas.ts';
import type { ListedFlag } from '../feature-search/feature-search.schemas.ts';
import type { FlagSummary, IndexRow } from './flag-row.queries.ts';

/** A flag in a list: its summary or its whole row, and its JSON, which is serialised on first use. Immutable. */
export class IndexedFlag {
    readonly summary: FlagSummary | IndexRow;
    #overview: JsonFragment | undefined;
    #searchResult: JsonFragment | undefined;
    #words: string | undefined;

    constructor(summary: FlagSummary | IndexRow) {
        this.summary = summary;
    }

    get name(): string {
        return this.summary.stored.name;
    }

    get project(): string {
        return this.summary.stored.project;
    }

    get isArchived(): boolean {
        return this.summary.stored.archived_at !== null;
    }

    get tags(): readonly Tag[] | undefined {
        return this.summary.tags;
    }

    get hasRow(): boolean {
        return 'overview' in this.summary;
    }

    /** Only available after the index has been asked to read it. */
    get row(): IndexRow {
        if ('overview' in this.summary) return this.summary;
        throw new Error(`The row of the flag ${this.name} has not been read: wait for it with a method of the index.`);
    }

    /** The JSON in flag lists of a project. */
    get overview(): JsonFragment {
        this.#overview ??= toFragment(this.row.overview);
        return this.#overview;
    }

    /** The JSON in search results. */
    get searchResult(): JsonFragment {
        this.#searchResult ??= toFragment(toListedFlag(this.row));
        return this.#searchResult;
    }

    /** The JSON for users who marked the flag as a favourite. */
    asFavorite(form: 'overview' | 'searchResult'): JsonFragment {
        return toFragment({
            ...(form === 'searchResult' ? toListedFlag(this.row) : this.row.overview),
            favorite: true,
        });
    }

    /** The searched text in lower case: the name, the searched members and the tags, separated by NUL. */
    get words(): string {
        if (this.#words === undefined) {
            const { stored, tags = [] } = this.summary;
            const settings = SEARCHED_COLUMNS.map((column) => stored[column] ?? '');
            const texts = [stored.name, ...settings, ...tags.map(({ type, value }) => `${type}:${value}`)];
            this.#words = asciiLower(texts.join('\0'));
        }
        return this.#words;
    }
}

/** The part of a flag that is available as soon as all flags are listed. */
export type SummarizedFlag = Pick<IndexedFlag, 'name' | 'project' | 'tags' | 'summary' | 'words'>;

/** Returns the JSON of a flag for a user with these favourites. */
export const fragmentFor =
    (favorites: ReadonlySet<IndexedFlag>, form: 'overview' | 'searchResult') =>
    (flag: IndexedFlag): JsonFragment =>
        favorites.has(flag) ? flag.asFavorite(form) : flag[form];

const UNUSED = { yes: 0, no: 0 };

function toListedFlag(row: IndexRow): ListedFlag {
    const { overview, usage, parents, isParent, segments, changeRequests, oneAnswer, codeReferences } = row;
    return {
        ...overview,
        environments: overview.environments.map((environment, position) => ({
            ...environment,
            ...(usage?.[position] ?? UNUSED),
            changeRequestIds: changeRequests?.get(environment.name) ?? [],
        })),
        dependencyType: parents.length > 0 ? 'child' : isParent ? 'parent' : null,
        segments: [...segments],
        ...(oneAnswer && { oneAnswer }),
        ...(codeReferences !== undefined && { codeReferences }),
    };
}
