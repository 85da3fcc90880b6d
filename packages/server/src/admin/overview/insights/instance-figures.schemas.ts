import { type Static, Type } from 'typebox';
import { Nullable } from '../../../http/route/schemas.ts';

const count = Type.Integer({ minimum: 0 });
const percentage = Type.Integer({ minimum: 0, maximum: 100 });
const days = Nullable(
    Type.Number({
        description: 'On average, until a flag for a release was first on in production; null: none was yet',
    }),
);

/** Flags that are not archived, by what has to be done about them. */
const Conditions = {
    total: count,
    stale: Type.Integer({ minimum: 0, description: 'Marked so by a person' }),
    potentiallyStale: Type.Integer({ minimum: 0, description: 'Older than flags of their type should be' }),
    health: Type.Integer({ minimum: 0, maximum: 100, description: 'The percentage that is neither of both' }),
};

export const InstanceFigures = Type.Object(
    {
        now: Type.Object({ ...Conditions, archived: count, daysToProduction: days }),
        ages: Type.Array(Type.Object({ fromDays: count, toDays: Nullable(count) }), {
            description: 'How flags are grouped by age',
        }),
        types: Type.Array(
            Type.Object({
                type: Type.String(),
                lifetimeDays: Nullable(Type.Integer()),
                total: count,
                byAge: Type.Array(count, { description: 'How many are of each age' }),
            }),
            { description: 'The types that there are flags of, the most frequent first' },
        ),
        months: Type.Array(
            Type.Object({
                month: Type.String({ description: 'As in 2026-11, in UTC' }),
                created: count,
                archived: count,
                total: Type.Integer({ minimum: 0, description: 'At its end, or now' }),
                health: Nullable(percentage),
                reachedProduction: count,
                daysToProduction: days,
            }),
            { description: 'The last twelve, the oldest first' },
        ),
        projects: Type.Array(
            Type.Object({
                id: Type.String(),
                name: Type.String(),
                ...Conditions,
                daysToProduction: days,
                healthByMonth: Type.Array(Nullable(percentage), { description: 'Null: it had no flags then' }),
            }),
            { description: 'Those you may know of, by name' },
        ),
    },
    { $id: 'instanceFigures' },
);
export type InstanceFigures = Static<typeof InstanceFigures>;
