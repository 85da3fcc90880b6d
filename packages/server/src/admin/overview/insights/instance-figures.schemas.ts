import { type Static, Type } from 'typebox';
import { Nullable } from '../../../http/route/schemas.ts';

const count = Type.Integer({ minimum: 0 });
const percentage = Type.Integer({ minimum: 0, maximum: 100 });
const days = Nullable(
    Type.Number({
        description: 'Average number of days until a release flag was first on in production; null: no data',
    }),
);

/** Active flags by the required cleanup. */
const Conditions = {
    total: count,
    stale: Type.Integer({ minimum: 0, description: 'Flags that a user marked as stale' }),
    potentiallyStale: Type.Integer({
        minimum: 0,
        description: 'Flags that are older than the expected lifetime of their type',
    }),
    health: Type.Integer({
        minimum: 0,
        maximum: 100,
        description: 'Percentage of flags that are neither stale nor potentially stale',
    }),
};

const flow = {
    created: count,
    archived: count,
    total: Type.Integer({ minimum: 0, description: 'State at the end of the month or week, or now' }),
    health: Nullable(percentage),
    reachedProduction: count,
    daysToProduction: days,
};

export const InstanceFigures = Type.Object(
    {
        now: Type.Object({ ...Conditions, archived: count, daysToProduction: days }),
        ages: Type.Array(Type.Object({ fromDays: count, toDays: Nullable(count) }), {
            description: 'Age groups of flags',
        }),
        types: Type.Array(
            Type.Object({
                type: Type.String(),
                lifetimeDays: Nullable(Type.Integer()),
                total: count,
                byAge: Type.Array(count, { description: 'Number of flags in each age group' }),
            }),
            { description: 'Flag types in use, most frequent first' },
        ),
        months: Type.Array(
            Type.Object({
                month: Type.String({ description: 'Month in UTC, such as 2026-11' }),
                ...flow,
            }),
            { description: 'The last twelve months, oldest first' },
        ),
        weeks: Type.Array(
            Type.Object({
                week: Type.String({ description: 'Monday of the week in UTC, such as 2026-11-16' }),
                ...flow,
            }),
            { description: 'The last twelve weeks, oldest first; empty if a flag is older' },
        ),
        projects: Type.Array(
            Type.Object({
                id: Type.String(),
                name: Type.String(),
                ...Conditions,
                daysToProduction: days,
                healthByMonth: Type.Array(Nullable(percentage), { description: 'Null: the project had no flags' }),
            }),
            { description: 'Projects that are visible to you, sorted by name' },
        ),
    },
    { $id: 'instanceFigures' },
);
export type InstanceFigures = Static<typeof InstanceFigures>;
