import type { Selectable } from 'kysely';
import { ALL_PROJECTS, SEVERAL_PROJECTS } from '../../../core/events/event-projects.ts';
import { asciiLower } from '../../../core/text/ascii-case.ts';
import type { Tables } from '../../../storage/tables.ts';
import type { EventFilter } from './event-filter.ts';

/** The columns that a filter needs. */
export const KEY_COLUMNS = [
    'id',
    'type',
    'feature_name',
    'project',
    'environment',
    'created_by',
    'created_by_user_id',
    'created_at',
] as const;

type EventKeys = Pick<Selectable<Tables['events']>, (typeof KEY_COLUMNS)[number]>;
type DeletedPrivateProject = Selectable<Tables['deleted_private_projects']>;

/** The distinct values of a column. The position of a value is its code in the column. */
class Dictionary<T extends string | number | null> {
    readonly values: T[] = [];
    readonly #codes = new Map<T, number>();

    encode(value: T): number {
        let code = this.#codes.get(value);
        if (code === undefined) {
            code = this.values.push(value) - 1;
            this.#codes.set(value, code);
        }
        return code;
    }

    /** Returns 1 at the code of each value that passes the test, otherwise 0. */
    mask(test: (value: T) => boolean): Uint8Array {
        const mask = new Uint8Array(this.values.length);
        for (let code = 0; code < mask.length; code++) mask[code] = Number(test(this.values[code]!));
        return mask;
    }
}

class TextDictionary<T extends string | null> extends Dictionary<T> {
    readonly #lower: string[] = [];

    /** Returns 1 at the code of each value that contains the text, ignoring the case of ASCII letters. */
    maskOfText(text: string): Uint8Array {
        for (let code = this.#lower.length; code < this.values.length; code++) {
            this.#lower.push(asciiLower(this.values[code] ?? ''));
        }
        const lower = asciiLower(text);
        const mask = new Uint8Array(this.values.length);
        for (let code = 0; code < mask.length; code++) mask[code] = Number(this.#lower[code]!.includes(lower));
        return mask;
    }
}

/** The dictionaries of all columns. */
export class EventDictionaries {
    readonly type = new TextDictionary<string>();
    readonly flag = new TextDictionary<string | null>();
    readonly project = new TextDictionary<string | null>();
    readonly environment = new TextDictionary<string | null>();
    readonly creator = new Dictionary<number>();
    readonly creatorName = new TextDictionary<string>();
}

type Column = keyof EventDictionaries;
const TEXT_COLUMNS = ['type', 'flag', 'project', 'environment', 'creatorName'] as const satisfies Column[];

/** The columns of up to `size` events, oldest first. */
export class EventColumns implements Record<Column, Uint32Array> {
    length = 0;
    readonly dictionaries: EventDictionaries;
    readonly ids: Uint32Array;
    readonly type: Uint32Array;
    readonly flag: Uint32Array;
    readonly project: Uint32Array;
    readonly environment: Uint32Array;
    readonly creator: Uint32Array;
    readonly creatorName: Uint32Array;
    /** The time of each event, in milliseconds since 1970. */
    readonly times: Float64Array;

    constructor(size: number, dictionaries = new EventDictionaries()) {
        this.dictionaries = dictionaries;
        this.ids = new Uint32Array(size);
        this.type = new Uint32Array(size);
        this.flag = new Uint32Array(size);
        this.project = new Uint32Array(size);
        this.environment = new Uint32Array(size);
        this.creator = new Uint32Array(size);
        this.creatorName = new Uint32Array(size);
        this.times = new Float64Array(size);
    }

    add(row: EventKeys): void {
        const { type, flag, project, environment, creator, creatorName } = this.dictionaries;
        const position = this.length++;
        this.ids[position] = row.id;
        this.type[position] = type.encode(row.type);
        this.flag[position] = flag.encode(row.feature_name);
        this.project[position] = project.encode(row.project);
        this.environment[position] = environment.encode(row.environment);
        this.creator[position] = creator.encode(row.created_by_user_id);
        this.creatorName[position] = creatorName.encode(row.created_by);
        this.times[position] = Date.parse(row.created_at);
    }
}

/** Removes positions of events that do not match, and returns the number of those that are left at the beginning of the list. */
type Condition = (columns: EventColumns, positions: Uint32Array, count: number) => number;

/**
 * Compiles a filter for columns with these dictionaries. It ignores the filters by id, change and flag, which are conditions of
 * the query.
 */
export function conditionsOf(
    dictionaries: EventDictionaries,
    filter: EventFilter,
    deleted: readonly DeletedPrivateProject[],
): Condition[] {
    const { project } = dictionaries;
    const { types, projects, environments, creators, from, before, text, onlyOfProjects, hiddenProjects } = filter;
    const conditions: Condition[] = [];
    if (types) conditions.push(hasCode('type', dictionaries.type.mask(isIn(types))));
    if (projects) conditions.push(hasCode('project', project.mask(isIn(projects))));
    if (environments) conditions.push(hasCode('environment', dictionaries.environment.mask(isIn(environments))));
    if (creators) conditions.push(hasCode('creator', dictionaries.creator.mask(isIn(creators))));
    if (from || before) conditions.push(isWithin(from, before));
    if (onlyOfProjects) {
        const isOther = isIn<string | null>([null, ALL_PROJECTS, SEVERAL_PROJECTS]);
        conditions.push(
            hasCode(
                'project',
                project.mask((value) => !isOther(value)),
            ),
        );
    }
    if (hiddenProjects) {
        // An event of several projects contains the names of all of them, and one of them may be hidden.
        const isHidden = isIn([...hiddenProjects, SEVERAL_PROJECTS]);
        conditions.push(
            hasCode(
                'project',
                project.mask((value) => !isHidden(value)),
            ),
        );
    }
    if (deleted.length > 0) conditions.push(isAfterDeletion(project, deleted));
    if (text) conditions.push(containsText(dictionaries, text));
    return conditions;
}

function isIn<T extends string | number | null>(list: readonly T[]): (value: T | null) => boolean {
    const values = new Set<T | null>(list);
    return (value) => values.has(value);
}

const hasCode =
    (column: Column, mask: Uint8Array): Condition =>
    ({ [column]: codes }, positions, count) => {
        let matches = 0;
        for (let index = 0; index < count; index++) {
            const position = positions[index]!;
            if (mask[codes[position]!] === 1) positions[matches++] = position;
        }
        return matches;
    };

/** Keeps the events from a time until before another. */
function isWithin(from: string | undefined, before: string | undefined): Condition {
    const start = from ? Date.parse(from) : Number.NEGATIVE_INFINITY;
    const end = before ? Date.parse(before) : Number.POSITIVE_INFINITY;
    return ({ times }, positions, count) => {
        let matches = 0;
        for (let index = 0; index < count; index++) {
            const position = positions[index]!;
            const time = times[position]!;
            if (time >= start && time < end) positions[matches++] = position;
        }
        return matches;
    };
}

/** Removes the events that are hidden because they belong to a private project that was deleted after them. */
function isAfterDeletion({ values }: Dictionary<string | null>, deleted: readonly DeletedPrivateProject[]): Condition {
    const lastHidden = values.map((project) => {
        const past = deleted.filter((each) => project === SEVERAL_PROJECTS || each.project === project);
        return Math.max(-1, ...past.map(({ up_to }) => up_to ?? Number.POSITIVE_INFINITY));
    });
    return ({ ids, project }, positions, count) => {
        let matches = 0;
        for (let index = 0; index < count; index++) {
            const position = positions[index]!;
            if (ids[position]! > lastHidden[project[position]!]!) positions[matches++] = position;
        }
        return matches;
    };
}

/** Keeps the events with the text in their type, flag, project, environment or author. */
function containsText(dictionaries: EventDictionaries, text: string): Condition {
    // Most texts occur in one or two columns only; the others are not searched event by event.
    const searched = TEXT_COLUMNS.map((column) => ({ column, mask: dictionaries[column].maskOfText(text) })).filter(
        ({ mask }) => mask.includes(1),
    );
    return (columns, positions, count) => {
        const codes = searched.map(({ column }) => columns[column]);
        let matches = 0;
        for (let index = 0; index < count; index++) {
            const position = positions[index]!;
            for (let column = 0; column < codes.length; column++) {
                if (searched[column]!.mask[codes[column]![position]!] !== 1) continue;
                positions[matches++] = position;
                break;
            }
        }
        return matches;
    };
}
