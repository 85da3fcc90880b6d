import { type Static, Type } from 'typebox';
import { EVENT_TYPE_NAMES } from '../../../core/events/event-types.ts';
import { Paging } from '../../../http/route/paging.ts';
import { Body, DateTime, Ignored, Nullable } from '../../../http/route/schemas.ts';
import { Event } from '../../observations/events/event.schemas.ts';
import { PROVIDER_NAMES } from './providers/registry.ts';

/** Placeholder for a stored secret parameter; sending it back keeps the parameter. */
export const MASK = '*****';

/** Ids are 32 bits wide in the database. */
const Id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });

const scope = {
    events: 'Event types that are sent',
    projects: 'Send only events of these projects; empty or starting with *: all projects',
    environments: 'Send only events of these environments; empty or starting with *: all environments',
};

const Names = (description: string) => Type.Array(Type.String(), { description });

export const Integration = Type.Object(
    {
        id: Type.Integer(),
        provider: Type.String({ description: 'The provider' }),
        description: Nullable(Type.String()),
        enabled: Type.Boolean(),
        parameters: Type.Record(Type.String(), Type.String(), {
            description: `Parameters of the provider; sensitive values are returned as ${MASK}`,
        }),
        events: Names(scope.events),
        projects: Names(scope.projects),
        environments: Names(scope.environments),
    },
    { $id: 'addon' },
);
export type Integration = Static<typeof Integration>;

export const DeliveryHealth = Type.Object(
    {
        failing: Type.Integer({
            minimum: 0,
            description: 'Number of consecutive failures of the latest deliveries, up to a limit',
        }),
        lastAt: Nullable(DateTime('Time of the last delivery or delivery attempt')),
    },
    { $id: 'integrationHealth' },
);
export type DeliveryHealth = Static<typeof DeliveryHealth>;

export const ListedIntegration = Type.Object(
    { ...Integration.properties, deliveries: DeliveryHealth },
    { $id: 'listedAddon' },
);

const ProviderDescription = Type.Object(
    {
        name: Type.Enum(PROVIDER_NAMES),
        displayName: Type.String(),
        description: Type.String(),
        documentationUrl: Type.Optional(Type.String({ description: 'Documentation of the provider' })),
        parameters: Type.Array(
            Type.Object({
                name: Type.String(),
                displayName: Type.String(),
                description: Type.String(),
                type: Type.Enum(['url', 'text', 'textfield']),
                placeholder: Type.Optional(Type.String()),
                required: Type.Boolean(),
                sensitive: Type.Boolean({ description: 'Never returned after it is stored' }),
            }),
        ),
        events: Type.Array(Type.Enum(EVENT_TYPE_NAMES), { description: 'Event types that the provider supports' }),
    },
    { $id: 'addonType' },
);
export type ProviderDescription = Static<typeof ProviderDescription>;

export const Integrations = Type.Object(
    { addons: Type.Array(ListedIntegration), providers: Type.Array(ProviderDescription) },
    { $id: 'addons' },
);

const NameFilter = (description: string, maxItems: number) =>
    Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems, description });

export const NewIntegration = Body(
    {
        provider: Type.Enum(PROVIDER_NAMES),
        description: Type.Optional(Nullable(Type.String({ maxLength: 1_000 }))),
        enabled: Type.Boolean(),
        parameters: Type.Record(Type.String({ pattern: '^.{1,100}$' }), Type.String({ maxLength: 20_000 }), {
            maxProperties: 50,
            additionalProperties: false,
            description: `Parameters of the provider; ${MASK} keeps the stored value`,
        }),
        events: NameFilter(scope.events, 500),
        projects: Type.Optional(NameFilter(scope.projects, 500)),
        environments: Type.Optional(NameFilter(scope.environments, 500)),
        id: Ignored(),
        createdAt: Ignored(),
        deliveries: Ignored(),
    },
    { $id: 'newAddon' },
);
export type NewIntegration = Static<typeof NewIntegration>;

export const IntegrationParams = Type.Object({ id: Id });

export const DeliveryPage = Type.Object(Paging);

export const Delivery = Type.Object(
    {
        id: Type.String({ description: 'Increases with every delivery' }),
        integrationId: Type.Integer(),
        createdAt: DateTime(),
        state: Type.Enum(['success', 'failed', 'successWithErrors'], {
            description: 'Outcome of the last attempt; successWithErrors: success after failed attempts',
        }),
        stateDetails: Type.String({ description: 'Details of the last attempt' }),
        event: Event,
        details: Type.Object({
            deliveryId: Type.String({
                description: 'Id of the delivery, the same in every attempt, sent in the header X-Halyard-Delivery',
            }),
            attempts: Type.Integer(),
            nextAttemptAt: Nullable(DateTime('Time of the next attempt; null: no further attempt')),
        }),
    },
    { $id: 'integrationEvent' },
);
export type Delivery = Static<typeof Delivery>;

export const Deliveries = Type.Object(
    { integrationEvents: Type.Array(Delivery, { description: 'Newest first' }) },
    { $id: 'integrationEvents' },
);
