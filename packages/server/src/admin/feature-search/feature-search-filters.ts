import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { invalid } from '../../core/errors.ts';
import { contains } from '../../storage/contains.ts';
import type { Tables } from '../../storage/tables.ts';
import { parseOwner } from '../flags/flag-owner.ts';
import { STAGES } from '../lifecycle/lifecycle.queries.ts';
import type { FlagSearch } from './feature-search.schemas.ts';

/** In place of an owner: flags that have none. */
const NOBODY = 'nobody';

type Row = ExpressionBuilder<Tables, 'flags'>;
type Condition = Expression<SqlBool>;

/** The conditions a search puts on a flag; all of them must hold. */
export function conditionsOf(row: Row, search: FlagSearch, userId: number | undefined): Condition[] {
    const statuses = [...(search.status ?? []), ...(search['status[]'] ?? [])];
    return [
        row('archived_at', search.archived === 'IS:true' ? 'is not' : 'is', null),
        ...(search.query ? [holdsText(row, search.query)] : []),
        ...oneOf(row, search, 'name', (names) => row('name', 'in', names)),
        ...oneOf(row, search, 'project', (projects) => row('project', 'in', projects)),
        ...oneOf(row, search, 'type', (types) => row('type', 'in', types)),
        ...oneOf(row, search, 'createdBy', (ids) => row('created_by_user_id', 'in', ids.map(toUserId))),
        ...oneOf(row, search, 'owner', (owners) => isOwnedBy(row, owners)),
        ...oneOf(row, search, 'state', (states) => row.or(states.map((state) => hasState(row, state)))),
        ...oneOf(row, search, 'lifecycle', (stages) => isInStage(row, stages)),
        ...including(row, search, 'tag', (tags) => hasTag(row, tags)),
        ...including(row, search, 'segment', (names) => usesSegment(row, names)),
        ...(statuses.length > 0 ? [row.or(statuses.map((status) => hasStatus(row, status)))] : []),
        ...(search.createdAt ? [wasCreated(row, search.createdAt)] : []),
        ...(search.lastSeenAt ? [wasSeen(row, search.lastSeenAt)] : []),
        ...(search.favorite ? [matches(row, search.favorite === 'IS:true', isFavorite(row, userId))] : []),
    ];
}

/** Databases bound how deep an expression can be. */
const MAX_VALUES = 100;

const tooManyValues = (name: string) =>
    invalid(`\`${name}\` takes at most ${MAX_VALUES} values between commas.`, `/query/${name}`);

/** Splits `OPERATOR:a,b`; the schema has seen to the operator. */
function read(name: string, filter: string): { operator: string; values: string[] } {
    const colon = filter.indexOf(':');
    const values = filter
        .slice(colon + 1)
        .split(',')
        .map((value) => value.trim());
    if (values.length > MAX_VALUES) throw tooManyValues(name);
    return { operator: filter.slice(0, colon), values };
}

const matches = (row: Row, wanted: boolean, condition: Condition) => (wanted ? condition : row.not(condition));

type Filters = Pick<
    FlagSearch,
    'name' | 'project' | 'type' | 'createdBy' | 'owner' | 'state' | 'lifecycle' | 'tag' | 'segment'
>;

function oneOf(row: Row, search: Filters, name: keyof Filters, isAnyOf: (values: string[]) => Condition): Condition[] {
    const filter = search[name];
    if (filter === undefined) return [];
    const { operator, values } = read(name, filter);
    return [matches(row, operator === 'IS' || operator === 'IS_ANY_OF', isAnyOf(values))];
}

function including(
    row: Row,
    search: Filters,
    name: keyof Filters,
    hasAnyOf: (values: string[]) => Condition,
): Condition[] {
    const filter = search[name];
    if (filter === undefined) return [];
    const { operator, values } = read(name, filter);
    const all = () => row.and(values.map((value) => hasAnyOf([value])));
    switch (operator) {
        case 'INCLUDE_ALL_OF':
            return [all()];
        case 'EXCLUDE_ALL':
            return [row.not(all())];
        default:
            return [matches(row, operator === 'INCLUDE' || operator === 'INCLUDE_ANY_OF', hasAnyOf(values))];
    }
}

function holdsText(row: Row, query: string): Condition {
    const words = [...new Set(query.split(',').flatMap((word) => word.trim() || []))];
    if (words.length === 0) return row.and([]);
    if (words.length > MAX_VALUES) throw tooManyValues('query');
    return row.or(
        words.flatMap((word) => [
            contains(row.ref('flags.name'), word),
            contains(row.ref('flags.description'), word),
            row.exists(
                row
                    .selectFrom('flag_tags')
                    .select('flag_tags.flag')
                    .whereRef('flag_tags.flag', '=', 'flags.name')
                    .where(contains(sql<string>`flag_tags.type || ':' || flag_tags.value`, word)),
            ),
        ]),
    );
}

function toUserId(text: string): number {
    // What does not fit into an integer column is no id either.
    if (!/^-?\d{1,9}$/.test(text)) throw invalid('`createdBy` must be filtered by ids of users.', '/query/createdBy');
    return Number(text);
}

function isOwnedBy(row: Row, owners: readonly string[]): Condition {
    const unknown = owners.find((owner) => owner !== NOBODY && !parseOwner(owner));
    if (unknown !== undefined) {
        throw invalid('`owner` must be filtered by user:<id>, group:<id> or nobody.', '/query/owner');
    }
    return row(row.fn.coalesce('flags.owner', row.val(NOBODY)), 'in', owners);
}

function hasState(row: Row, state: string): Condition {
    // Comparing null gives neither true nor false, and neither would its negation.
    const isMarked = (stale: boolean) => row.and([row('stale', 'is not', null), row('stale', '=', stale)]);
    const byAge = (old: boolean) => row.and([row('stale', 'is', null), row('potentially_stale', '=', old)]);
    switch (state) {
        case 'active':
            return row.or([isMarked(false), byAge(false)]);
        case 'stale':
            return isMarked(true);
        case 'potentially-stale':
            return byAge(true);
        default:
            throw invalid('`state` must be active, stale or potentially-stale.', '/query/state');
    }
}

function isInStage(row: Row, stages: readonly string[]): Condition {
    const known: readonly string[] = STAGES;
    const positions = stages.map((stage) => known.indexOf(stage));
    if (positions.includes(-1)) throw invalid(`\`lifecycle\` must be one of ${STAGES.join(', ')}.`, '/query/lifecycle');
    return row(
        'flags.name',
        'in',
        row
            .selectFrom('flag_stages')
            .select('flag_stages.flag')
            .groupBy('flag_stages.flag')
            .having(({ fn }) => fn.max('position'), 'in', positions),
    );
}

function hasTag(row: Row, tags: readonly string[]): Condition {
    const wanted = tags.map((tag) => {
        const colon = tag.indexOf(':');
        if (colon < 1) throw invalid(`The tag "${tag}" is not of the form type:value.`, '/query/tag');
        return { type: tag.slice(0, colon), value: tag.slice(colon + 1) };
    });
    return row.exists(
        row
            .selectFrom('flag_tags')
            .select('flag_tags.flag')
            .whereRef('flag_tags.flag', '=', 'flags.name')
            .where((tag) =>
                tag.or(
                    wanted.map(({ type, value }) =>
                        tag.and([tag('flag_tags.type', '=', type), tag('flag_tags.value', '=', value)]),
                    ),
                ),
            ),
    );
}

const usesSegment = (row: Row, names: readonly string[]): Condition =>
    row.exists(
        row
            .selectFrom('strategies')
            .innerJoin('strategy_segments', 'strategy_segments.strategy_id', 'strategies.id')
            .innerJoin('segments', 'segments.id', 'strategy_segments.segment_id')
            .select('strategies.id')
            .whereRef('strategies.flag', '=', 'flags.name')
            .where('segments.name', 'in', names),
    );

function hasStatus(row: Row, status: string): Condition {
    const [environment, state] = status.split(':');
    return isEnabledIn(row, environment!, state === 'enabled');
}

/** Whether the flag is on, or off, in that environment; it is neither where it is not at all. */
export const isEnabledIn = (row: Row, environment: string, enabled: boolean): Condition =>
    row.exists(
        row
            .selectFrom('flag_environments')
            .select('flag_environments.flag')
            .whereRef('flag_environments.flag', '=', 'flags.name')
            .where('environment', '=', environment)
            .where('enabled', '=', enabled),
    );

/** Whether the flag is a favourite of the user; nothing is one of callers without a user. */
export const isFavorite = (row: Row, userId: number | undefined): Condition =>
    userId === undefined
        ? row.or([])
        : row.exists(
              row
                  .selectFrom('favorite_flags')
                  .select('favorite_flags.flag')
                  .whereRef('favorite_flags.flag', '=', 'flags.name')
                  .where('user_id', '=', userId),
          );

function wasCreated(row: Row, filter: string): Condition {
    const { before, day } = readDay('createdAt', filter);
    return row('created_at', before ? '<' : '>=', day);
}

function wasSeen(row: Row, filter: string): Condition {
    const { before, day } = readDay('lastSeenAt', filter);
    return row(
        'flags.name',
        'in',
        row
            .selectFrom('flag_environments')
            .select('flag_environments.flag')
            .groupBy('flag_environments.flag')
            .having(({ fn }) => fn.max('last_seen_at'), before ? '<' : '>=', day),
    );
}

function readDay(name: string, filter: string): { before: boolean; day: string } {
    const { operator, values } = read(name, filter);
    const date = new Date(`${values[0]}T00:00:00.000Z`);
    // Some months are shorter: the 31st of February would become another day.
    if (Number.isNaN(date.getTime()) || !date.toISOString().startsWith(values[0]!)) {
        throw invalid(`\`${name}\` must be compared with a day that exists.`, `/query/${name}`);
    }
    return { before: operator === 'IS_BEFORE', day: date.toISOString() };
}
