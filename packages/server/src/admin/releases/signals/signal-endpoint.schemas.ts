import { operators } from '@halyard/engine';
import { type Static, Type } from 'typebox';
import { NOT_BLANK, URL_FRIENDLY } from '../../../core/text/patterns.ts';
import { Body, DateTime, Ignored, Nullable } from '../../../http/route/schemas.ts';

/** Date operators compare the current time, whatever the member is. */
const OPERATORS = Object.keys(operators).filter((name) => !name.startsWith('DATE_'));

const Filter = Body({
    parameter: Type.String({
        minLength: 1,
        maxLength: 200,
        pattern: NOT_BLANK,
        description: 'The path of a member of the payload: `commonLabels.severity`, `alerts.0.labels.service`',
    }),
    operator: Type.Enum(OPERATORS, { description: 'An operator of constraints' }),
    value: Type.Optional(Type.String({ maxLength: 1_000 })),
    values: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 1_000 })),
    inverted: Type.Optional(Type.Boolean()),
    caseInsensitive: Type.Optional(Type.Boolean()),
});

export const SIGNAL_ACTIONS = ['pauseReleasePlanProgressions', 'disableFeatureEnvironment'] as const;

const Rule = Body(
    {
        feature: Type.String({ minLength: 1, maxLength: 100 }),
        environment: Type.String({ minLength: 1, maxLength: 100 }),
        action: Type.Enum([...SIGNAL_ACTIONS], {
            description: 'Pauses the release plan of the flag, or turns the flag off',
        }),
        filters: Type.Array(Filter, {
            minItems: 1,
            maxItems: 100,
            description: 'All must match. One for each parameter',
        }),
    },
    { $id: 'signalRule' },
);
export type SignalRule = Static<typeof Rule>;

export const NewSignalEndpoint = Body(
    {
        name: Type.String({ minLength: 1, maxLength: 100, pattern: URL_FRIENDLY }),
        description: Type.Optional(Nullable(Type.String({ maxLength: 1_000 }))),
        enabled: Type.Optional(Type.Boolean({ default: true })),
        dryRun: Type.Optional(
            Type.Boolean({ default: false, description: 'Logs which rules match, and changes nothing' }),
        ),
        rules: Type.Optional(Type.Array(Rule, { maxItems: 100 })),
        ...{ id: Ignored(), ownerId: Ignored(), createdAt: Ignored(), createdByUserId: Ignored(), tokens: Ignored() },
    },
    { $id: 'newSignalEndpoint' },
);
export type NewSignalEndpoint = Static<typeof NewSignalEndpoint>;

const tokenMembers = {
    id: Type.Integer(),
    name: Type.String(),
    signalEndpointId: Type.Integer(),
    createdAt: DateTime(),
    createdByUserId: Type.Integer(),
};
export const SignalToken = Type.Object(tokenMembers, { $id: 'signalEndpointToken' });
export type SignalToken = Static<typeof SignalToken>;

export const SignalTokens = Type.Object(
    { signalEndpointTokens: Type.Array(SignalToken) },
    { $id: 'signalEndpointTokens' },
);

export const CreatedSignalToken = Type.Object(
    {
        ...tokenMembers,
        token: Type.String({ description: 'The secret. It is returned only here' }),
        url: Type.String({ description: 'The URL for the sender of signals, with the secret' }),
    },
    { $id: 'createdSignalEndpointToken' },
);

export const NewSignalToken = Body(
    { name: Type.String({ minLength: 1, maxLength: 100, pattern: NOT_BLANK }) },
    { $id: 'newSignalEndpointToken' },
);

export const SignalEndpoint = Type.Object(
    {
        id: Type.Integer(),
        name: Type.String(),
        description: Nullable(Type.String()),
        enabled: Type.Boolean(),
        dryRun: Type.Boolean(),
        rules: Type.Array(Rule),
        ownerId: Type.Integer({ description: 'The user with whose permissions the rules act: who saved them last' }),
        createdAt: DateTime(),
        createdByUserId: Type.Integer(),
        tokens: Type.Array(SignalToken),
    },
    { $id: 'signalEndpoint', description: 'A webhook of a project' },
);
export type SignalEndpoint = Static<typeof SignalEndpoint>;

export const SignalEndpoints = Type.Object({ signalEndpoints: Type.Array(SignalEndpoint) }, { $id: 'signalEndpoints' });

const Result = Type.Object(
    {
        feature: Type.String(),
        environment: Type.String(),
        action: Type.Enum([...SIGNAL_ACTIONS]),
        outcome: Type.Enum(['not matched', 'dry run', 'done', 'unchanged', 'proposed', 'refused']),
        reason: Type.Optional(Type.String()),
        changeRequestId: Type.Optional(
            Type.Integer({ description: 'The change request in review that turns the flag off' }),
        ),
    },
    { $id: 'signalResult', description: 'What a rule did' },
);

export const Signals = Type.Object(
    {
        signalEndpointSignals: Type.Array(
            Type.Object(
                {
                    id: Type.Integer(),
                    source: Type.Literal('signal-endpoint'),
                    sourceId: Type.Integer(),
                    createdAt: DateTime(),
                    tokenName: Type.String(),
                    payload: Type.Unknown({ description: 'Null if it is larger than 32 KiB' }),
                    results: Type.Array(Result),
                    repeats: Type.Integer({ description: 'How often it was delivered again, without effect' }),
                    lastAt: DateTime('The last delivery'),
                },
                { $id: 'signal' },
            ),
        ),
    },
    { $id: 'signals', description: 'The newest first' },
);

export const SignalsQuery = Type.Object({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, default: 50 })),
    offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000, default: 0 })),
});

export const ReceivedSignal = Type.Object(
    {
        isRepeated: Type.Boolean({ description: 'The signal was received before; nothing was done' }),
        results: Type.Array(Result),
    },
    { $id: 'receivedSignal' },
);
export type ReceivedSignal = Static<typeof ReceivedSignal>;

const numericId = Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 });
export const EndpointParams = Type.Object({ projectId: Type.String(), endpointId: numericId });
export const TokenParams = Type.Object({ projectId: Type.String(), endpointId: numericId, tokenId: numericId });
