import { type Static, Type } from 'typebox';
import { Body, DateTime, Nullable } from '../../../http/route/schemas.ts';
import { NewReleasePlan } from '../../releases/plans/plan.schemas.ts';
import { CountBounds, EnvironmentEffect } from '../effects/effect.schemas.ts';
import { populationMembers } from '../what-if/what-if.schemas.ts';

const { splitBy: _, ...population } = populationMembers;

export const ReleaseRehearsalQuery = Body(
    {
        ...NewReleasePlan.properties,
        planId: Type.Optional(
            Type.String({
                minLength: 1,
                maxLength: 100,
                description: 'The plan that the flag has, instead of a new one',
            }),
        ),
        startAt: Type.Optional(
            DateTime('When the first milestone starts. Default: now; if the flag is off, when a schedule turns it on'),
        ),
        ...population,
    },
    { $id: 'releaseRehearsalQuery', description: 'A plan of the flag, a template, or a name and milestones' },
);
export type ReleaseRehearsalQuery = Static<typeof ReleaseRehearsalQuery>;

const MilestoneStart = Type.Object({
    state: Type.Enum(['started', 'planned', 'earliest', 'by hand', 'unknown'], {
        description:
            'earliest: not before `at`, because evaluations or something else must come first; by hand: a user starts it',
    }),
    at: Nullable(DateTime()),
    reason: Type.Optional(
        Type.String({ description: 'Why it starts later than its condition says, or at no known time' }),
    ),
});
export type MilestoneStart = Static<typeof MilestoneStart>;

const members = EnvironmentEffect.properties;

const MilestoneUsers = Type.Object({
    state: Type.Enum(['counted', 'estimated', 'withheld', 'no sample'], {
        description:
            'estimated: see `bounds`; withheld: the contexts cannot show it, see `reason`; no sample: there are no contexts, which says nothing about users',
    }),
    reason: Type.Optional(Type.String()),
    population: members.population,
    evaluated: members.evaluated,
    evaluatedBounds: members.evaluatedBounds,
    trafficSince: members.trafficSince,
    missingTraffic: members.missingTraffic,
    note: members.note,
    on: Nullable(
        Type.Integer({ description: 'Number of contexts for which the flag is on; null unless counted or estimated' }),
    ),
    start: Nullable(Type.Integer({ description: 'Number of contexts for which the flag is off now and on then' })),
    stop: Nullable(Type.Integer({ description: 'Number of contexts for which the flag is on now and off then' })),
    bounds: Type.Optional(Type.Object({ on: CountBounds, start: CountBounds, stop: CountBounds })),
});
export type MilestoneUsers = Static<typeof MilestoneUsers>;

const RehearsedMilestone = Type.Object(
    {
        name: Type.String(),
        start: MilestoneStart,
        after: Type.Array(Type.Integer(), {
            description: 'Ids of the scheduled change requests that are assumed to be applied before',
        }),
        users: Nullable(MilestoneUsers),
    },
    { $id: 'rehearsedMilestone' },
);
export type RehearsedMilestone = Static<typeof RehearsedMilestone>;

const RehearsalConflict = Type.Object(
    {
        changeRequest: Type.Integer(),
        title: Type.String(),
        environment: Type.String(),
        state: Type.String(),
        about: Type.Enum(['flag', 'segment'], {
            description: 'The changed object: the flag, or a segment of the plan',
        }),
        scheduledAt: Type.Optional(DateTime()),
        reason: Type.Optional(Type.String({ description: 'Why it is not applied at that time' })),
    },
    { $id: 'releaseRehearsalConflict' },
);
export type RehearsalConflict = Static<typeof RehearsalConflict>;

export const ReleaseRehearsal = Type.Object(
    {
        revision: Type.Integer({ description: 'Id of the newest event at the time of the rehearsal' }),
        isOn: Type.Boolean({ description: 'Whether the flag is on in the environment now' }),
        requiresApproval: Type.Boolean({
            description: 'Whether the change needs approval; the times count from its application',
        }),
        milestones: Type.Array(RehearsedMilestone),
        conflicts: Type.Array(RehearsalConflict, {
            description: 'Open change requests of this environment that affect the release',
        }),
    },
    { $id: 'releaseRehearsal' },
);
export type ReleaseRehearsal = Static<typeof ReleaseRehearsal>;
