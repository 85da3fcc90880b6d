import { SEARCHED_MEMBERS } from '../../../core/flags/flag-members.ts';
import { asciiLower } from '../../../core/text/ascii-case.ts';
import { type JsonFragment, toFragment } from '../../../http/bodies/json-fragment.ts';
import type { ListedFlag } from '../feature-search/feature-search.schemas.ts';
import type { IndexRow } from './flag-row.queries.ts';

/** A flag in a list: its row, and its JSON, which is serialised on first use. Immutable. */
export class IndexedFlag {
    readonly row: IndexRow;
    #overview: JsonFragment | undefined;
    #found: JsonFragment | undefined;
    #words: string | undefined;

    constructor(row: IndexRow) {
        this.row = row;
    }

    get name(): string {
        return this.row.overview.name;
    }

    get project(): string {
        return this.row.overview.project;
    }

    get isArchived(): boolean {
        return this.row.overview.archivedAt !== null;
    }

    /** The JSON in flag lists of a project. */
    get overview(): JsonFragment {
        this.#overview ??= toFragment(this.row.overview);
        return this.#overview;
    }

    /** The JSON in search results. */
    get found(): JsonFragment {
        this.#found ??= toFragment(toFound(this.row));
        return this.#found;
    }

    /** The JSON for users who marked the flag as a favourite. */
    asFavorite(form: 'overview' | 'found'): JsonFragment {
        return toFragment({ ...(form === 'found' ? toFound(this.row) : this.row.overview), favorite: true });
    }

    /** The searched text in lower case: the name, the searched members and the tags, separated by NUL. */
    get words(): string {
        if (this.#words === undefined) {
            const { name, tags = [] } = this.row.overview;
            const settings = SEARCHED_MEMBERS.map((member) => this.row.overview[member] ?? '');
            const texts = [name, ...settings, ...tags.map(({ type, value }) => `${type}:${value}`)];
            this.#words = asciiLower(texts.join('\0'));
        }
        return this.#words;
    }
}

/** Returns the JSON of a flag for a user with these favourites. */
export const fragmentFor =
    (favorites: ReadonlySet<IndexedFlag>, form: 'overview' | 'found') =>
    (flag: IndexedFlag): JsonFragment =>
        favorites.has(flag) ? flag.asFavorite(form) : flag[form];

const UNUSED = { yes: 0, no: 0 };

function toFound(row: IndexRow): ListedFlag {
    const { overview, usage, parents, isParent, segments, changeRequests, oneAnswer, codeReferences } = row;
    return {
        ...overview,
        environments: overview.environments.map((environment, position) => ({
            ...environment,
            ...(usage?.[position] ?? UNUSED),
            changeRequestIds: changeRequests?.get(environment.name) ?? [],
        })),
        dependencyType: parents.length > 0 ? 'child' : isParent ? 'parent' : null,
        segments,
        ...(oneAnswer && { oneAnswer }),
        ...(codeReferences !== undefined && { codeReferences }),
    };
}
