import { invalid } from '../../../core/errors/errors.ts';
import { parseOwner } from '../../../core/flags/flag-owner.ts';
import { asciiLower } from '../../../core/text/ascii-case.ts';
import type { Tag } from '../../catalogue/tags/tag.schemas.ts';
import { removalOf } from '../code-references/removal.ts';
import type { FlagPredicate, SummaryPredicate } from '../flag-index/filter-flags.ts';
import type { SummarizedFlag } from '../flag-index/indexed-flag.ts';
import { isStale } from '../flags/flag.queries.ts';
import type { FlagOverviewsQuery } from '../flags/flag-overview.schemas.ts';
import { STAGES } from '../lifecycle/lifecycle.queries.ts';
import type { FlagSearch } from './feature-search.schemas.ts';

/** The filter value for flags without an owner. */
const NOBODY = 'nobody';

interface FilterContext {
    favorites: ReadonlySet<SummarizedFlag>;
    now: Date;
    /** The time of the last code scan, by project. */
    scans: ReadonlyMap<string, string>;
}

/** The conditions of a search. A flag must meet all of them. */
interface Conditions {
    summary: SummaryPredicate[];
    /** Conditions that need the rows of flags. */
    row: FlagPredicate[];
}

export function conditionsOf(search: FlagSearch, { favorites, now, scans }: FilterContext): Conditions {
    const statuses = [...(search.status ?? []), ...(search['status[]'] ?? [])];
    return {
        summary: [
            ...(search.query ? textFilter(search.query) : []),
            ...oneOf(search, 'name', hasName),
            ...oneOf(search, 'project', (projects) => (flag) => projects.includes(flag.project)),
            ...oneOf(search, 'type', hasType),
            ...oneOf(search, 'createdBy', wasCreatedBy),
            ...oneOf(search, 'owner', isOwnedBy),
            ...oneOf(search, 'state', hasState),
            ...including(search, 'tag', hasTag),
            ...(search.createdAt ? [wasCreated(search.createdAt)] : []),
            ...(search.lastSeenAt ? [wasSeen(search.lastSeenAt)] : []),
            ...(search.notSeenFor ? [wasNotSeenSince(daysBefore(now, search.notSeenFor))] : []),
            ...(search.favorite ? [matches(search.favorite === 'IS:true', isIn(favorites))] : []),
        ],
        row: [
            ...oneOf(search, 'lifecycle', isInStage),
            ...including(search, 'segment', usesSegment),
            ...(statuses.length > 0 ? [anyOf(statuses.map(hasStatus))] : []),
            ...(search.oneAnswerFor ? [hasAnsweredSince(daysBefore(now, search.oneAnswerFor))] : []),
            ...(search.safeToRemove ? [isSafeToRemove(scans, now, Number(search.safeToRemove))] : []),
        ],
    };
}

/** The filters of a project's flag list. */
export const overviewConditions = ({ tag, namePrefix, name }: FlagOverviewsQuery): FlagPredicate<NamedAndTagged>[] => [
    ...(tag ? [anyOf(tag.map(hasTag))] : []),
    ...(name ? [hasName(name)] : []),
    ...(namePrefix ? [(flag: NamedAndTagged) => flag.name.startsWith(namePrefix)] : []),
];

type NamedAndTagged = { name: string } & Tagged;
type Tagged = { tags?: readonly Tag[] | undefined };

/** With more values, filtering all flags would take one request too long. */
const MAX_VALUES = 100;

const tooManyValues = (name: string) =>
    invalid(`\`${name}\` accepts at most ${MAX_VALUES} values separated by commas.`, `/query/${name}`);

/** Splits `OPERATOR:a,b`. The schema has already validated the operator. */
function read(name: string, filter: string): { operator: string; values: string[] } {
    const colon = filter.indexOf(':');
    const values = filter
        .slice(colon + 1)
        .split(',')
        .map((value) => value.trim());
    if (values.length > MAX_VALUES) throw tooManyValues(name);
    return { operator: filter.slice(0, colon), values };
}

const not =
    <Flag>(condition: FlagPredicate<Flag>): FlagPredicate<Flag> =>
    (flag) =>
        !condition(flag);
const anyOf =
    <Flag>(conditions: readonly FlagPredicate<Flag>[]): FlagPredicate<Flag> =>
    (flag) =>
        conditions.some((condition) => condition(flag));
const allOf =
    <Flag>(conditions: readonly FlagPredicate<Flag>[]): FlagPredicate<Flag> =>
    (flag) =>
        conditions.every((condition) => condition(flag));

const matches = <Flag>(expected: boolean, condition: FlagPredicate<Flag>) => (expected ? condition : not(condition));

type Filters = Pick<
    FlagSearch,
    'name' | 'project' | 'type' | 'createdBy' | 'owner' | 'state' | 'lifecycle' | 'tag' | 'segment'
>;

function oneOf<Flag = SummarizedFlag>(
    search: Filters,
    name: keyof Filters,
    isAnyOf: (values: string[]) => FlagPredicate<Flag>,
): FlagPredicate<Flag>[] {
    const filter = search[name];
    if (filter === undefined) return [];
    const { operator, values } = read(name, filter);
    return [matches(operator === 'IS' || operator === 'IS_ANY_OF', isAnyOf(values))];
}

function including<Flag>(
    search: Filters,
    name: keyof Filters,
    has: (value: string) => FlagPredicate<Flag>,
): FlagPredicate<Flag>[] {
    const filter = search[name];
    if (filter === undefined) return [];
    const { operator, values } = read(name, filter);
    const conditions = values.map(has);
    switch (operator) {
        case 'INCLUDE_ALL_OF':
            return [allOf(conditions)];
        case 'EXCLUDE_ALL':
            return [not(allOf(conditions))];
        default:
            return [matches(operator === 'INCLUDE' || operator === 'INCLUDE_ANY_OF', anyOf(conditions))];
    }
}

function hasName(names: readonly string[]): FlagPredicate<{ name: string }> {
    const accepted = new Set(names);
    return ({ name }) => accepted.has(name);
}

const hasType =
    (types: readonly string[]): SummaryPredicate =>
    ({ summary }) =>
        types.includes(summary.stored.type);

const usesSegment =
    (name: string): FlagPredicate =>
    ({ row }) =>
        row.segments.includes(name);

const isIn =
    (favorites: ReadonlySet<SummarizedFlag>): SummaryPredicate =>
    (flag) =>
        favorites.has(flag);

function textFilter(query: string): SummaryPredicate[] {
    const words = [...new Set(query.split(',').flatMap((word) => asciiLower(word.trim()) || []))];
    if (words.length > MAX_VALUES) throw tooManyValues('query');
    const [only] = words;
    if (words.length === 1) return [({ words: text }) => text.includes(only!)];
    return words.length === 0 ? [] : [({ words: text }) => words.some((word) => text.includes(word))];
}

function wasCreatedBy(texts: readonly string[]): SummaryPredicate {
    const ids = texts.map((text) => {
        // A number that does not fit into an integer column cannot be an id.
        if (!/^-?\d{1,9}$/.test(text))
            throw invalid('`createdBy` must be filtered by ids of users.', '/query/createdBy');
        return Number(text);
    });
    return ({ summary }) => ids.includes(summary.stored.created_by_user_id);
}

function isOwnedBy(owners: readonly string[]): SummaryPredicate {
    const unknown = owners.find((owner) => owner !== NOBODY && !parseOwner(owner));
    if (unknown !== undefined) {
        throw invalid('`owner` must be filtered by user:<id>, group:<id> or nobody.', '/query/owner');
    }
    return ({ summary }) => owners.includes(summary.stored.owner ?? NOBODY);
}

function hasState(states: readonly string[]): SummaryPredicate {
    return anyOf(
        states.map((state): SummaryPredicate => {
            switch (state) {
                case 'active':
                    return ({ summary }) => !isStale(summary.stored);
                case 'stale':
                    return ({ summary }) => summary.stored.stale === true;
                case 'potentially-stale':
                    return ({ summary: { stored } }) => stored.stale === null && stored.potentially_stale;
                default:
                    throw invalid('`state` must be active, stale or potentially-stale.', '/query/state');
            }
        }),
    );
}

function isInStage(stages: readonly string[]): FlagPredicate {
    const known: readonly string[] = STAGES;
    if (stages.some((stage) => !known.includes(stage))) {
        throw invalid(`\`lifecycle\` must be one of ${STAGES.join(', ')}.`, '/query/lifecycle');
    }
    return ({ row: { overview } }) => overview.lifecycle !== undefined && stages.includes(overview.lifecycle.stage);
}

/** Parses a tag in the form `type:value`. */
function hasTag(tag: string): FlagPredicate<Tagged> {
    const colon = tag.indexOf(':');
    if (colon < 1) throw invalid(`The tag "${tag}" is not of the form type:value.`, '/query/tag');
    const [type, value] = [tag.slice(0, colon), tag.slice(colon + 1)];
    return ({ tags }) => tags?.some((own) => own.type === type && own.value === value) ?? false;
}

function hasStatus(status: string): FlagPredicate {
    const [environment, state] = status.split(':');
    return isEnabledIn(environment!, state === 'enabled');
}

/** Whether the flag is on, or off, in an environment. A flag that does not exist there is neither. */
export const isEnabledIn =
    (environment: string, enabled: boolean): FlagPredicate =>
    ({ row }) =>
        row.overview.environments.some((own) => own.name === environment && own.enabled === enabled);

function wasCreated(filter: string): SummaryPredicate {
    const isInRange = readDay('createdAt', filter);
    return ({ summary }) => isInRange(summary.stored.created_at);
}

function wasSeen(filter: string): SummaryPredicate {
    const isInRange = readDay('lastSeenAt', filter);
    return ({ summary: { lastSeenAt } }) => lastSeenAt !== null && isInRange(lastSeenAt);
}

const DAY = 86_400_000;

const daysBefore = (now: Date, days: string) => new Date(now.getTime() - Number(days) * DAY).toISOString();

/** A flag that was never evaluated counts from its creation: a new flag may still be deployed. */
const wasNotSeenSince =
    (moment: string): SummaryPredicate =>
    ({ summary: { lastSeenAt, stored } }) =>
        (lastSeenAt ?? stored.created_at) <= moment;

const hasAnsweredSince =
    (moment: string): FlagPredicate =>
    ({ row: { oneAnswer } }) =>
        oneAnswer !== undefined && oneAnswer.since <= moment;

const isSafeToRemove =
    (scans: ReadonlyMap<string, string>, now: Date, days: number): FlagPredicate =>
    ({ row, project }) =>
        // These cheap checks exclude most flags before the reasons are computed.
        row.codeReferences === undefined &&
        scans.has(project) &&
        removalOf(row, { scannedAt: scans.get(project), now, days }).verdict === 'safe';

function readDay(name: string, filter: string): (time: string) => boolean {
    const { operator, values } = read(name, filter);
    const date = new Date(`${values[0]}T00:00:00.000Z`);
    // `Date` would turn February 31 into a day of March.
    if (Number.isNaN(date.getTime()) || !date.toISOString().startsWith(values[0]!)) {
        throw invalid(`\`${name}\` must be compared with a valid date.`, `/query/${name}`);
    }
    const day = date.toISOString();
    return operator === 'IS_BEFORE' ? (time) => time < day : (time) => time >= day;
}
