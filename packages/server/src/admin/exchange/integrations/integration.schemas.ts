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
    events: 'The types of events to tell of',
    projects: 'Tell only of events in these projects; empty or beginning with *: in all',
    environments: 'Tell only of events in these environments; empty or beginning with *: in all',
};

const Names = (description: string) => Type.Array(Type.String(), { description });

export const Integration = Type.Object(
    {
        id: Type.Integer(),
        provider: Type.String({ description: 'The kind of receiver' }),
        description: Nullable(Type.String()),
        enabled: Type.Boolean(),
        parameters: Type.Record(Type.String(), Type.String(), {
            description: `What the provider asks for; sensitive values are shown as ${MASK}`,
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
            description:
                'How many of the latest deliveries failed, one after the other; more are not counted than can be said at a glance',
        }),
        lastAt: Nullable(DateTime('When it was last told something, or should have been')),
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
        documentationUrl: Type.Optional(Type.String({ description: 'What the receiver says about it' })),
        parameters: Type.Array(
            Type.Object({
                name: Type.String(),
                displayName: Type.String(),
                description: Type.String(),
                type: Type.Enum(['url', 'text', 'textfield']),
                placeholder: Type.Optional(Type.String()),
                required: Type.Boolean(),
                sensitive: Type.Boolean({ description: 'Shown to nobody once it is stored' }),
            }),
        ),
        events: Type.Array(Type.Enum(EVENT_TYPE_NAMES), { description: 'The types of events it can tell of' }),
    },
    { $id: 'addonType' },
);
export type ProviderDescription = Static<typeof ProviderDescription>;

export const Integrations = Type.Object(
    { addons: Type.Array(ListedIntegration), providers: Type.Array(ProviderDescription) },
    { $id: 'addons' },
);

const GivenNames = (description: string, maxItems: number) =>
    Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems, description });

export const NewIntegration = Body(
    {
        provider: Type.Enum(PROVIDER_NAMES),
        description: Type.Optional(Nullable(Type.String({ maxLength: 1_000 }))),
        enabled: Type.Boolean(),
        parameters: Type.Record(Type.String({ pattern: '^.{1,100}$' }), Type.String({ maxLength: 20_000 }), {
            maxProperties: 50,
            additionalProperties: false,
            description: `What the provider asks for; ${MASK} keeps what is stored`,
        }),
        events: GivenNames(scope.events, 500),
        projects: Type.Optional(GivenNames(scope.projects, 500)),
        environments: Type.Optional(GivenNames(scope.environments, 500)),
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
            description: 'How the last attempt went; successWithErrors: it was not the first',
        }),
        stateDetails: Type.String({ description: 'What came of the last attempt' }),
        event: Event,
        details: Type.Object({
            deliveryId: Type.String({ description: 'The same in every attempt, as the header X-Halyard-Delivery' }),
            attempts: Type.Integer(),
            nextAttemptAt: Nullable(DateTime('Null: it is not tried again')),
        }),
    },
    { $id: 'integrationEvent' },
);
export type Delivery = Static<typeof Delivery>;

export const Deliveries = Type.Object(
    { integrationEvents: Type.Array(Delivery, { description: 'Newest first' }) },
    { $id: 'integrationEvents' },
);
