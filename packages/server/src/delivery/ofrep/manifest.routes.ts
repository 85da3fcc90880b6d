import type { FlagDefinition } from '@halyard/engine';
import { Type } from 'typebox';
import { DEFAULT_VALUES, typeOfVariants, type ValueType } from '../../core/settings/value-types.ts';
import { type Route, routeWithTag } from '../../http/route/route.ts';
import type { DeliveryServices } from '../delivery-services.ts';
import { visibleProjects } from '../sdk-scope.ts';
import { liveStrategies } from './evaluations.ts';

const route = routeWithTag('OFREP');

const Manifest = Type.Object(
    {
        flags: Type.Array(
            Type.Object({
                key: Type.String(),
                name: Type.String(),
                type: Type.String({ description: 'boolean, string, integer, float or object' }),
                description: Type.Union([Type.String(), Type.Null()]),
                defaultValue: Type.Unknown(),
            }),
        ),
    },
    { $id: 'openFeatureManifest', description: 'Flag definitions for code generators' },
);

export const manifestRoutes = ({ snapshots }: DeliveryServices): Route[] => [
    route('GET /openfeature/v0/manifest', {
        operationId: 'getOpenFeatureManifest',
        summary: 'Read the flags with their types, for code generators such as the OpenFeature CLI',
        description: 'Requires a backend token, because the response contains all flags, including unreleased flags.',
        access: 'client',
        responds: { status: 200, body: Manifest },
        handler: async ({ actor }, reply) => {
            reply.header('x-manifest-capabilities', 'read');
            const { flags } = (await snapshots.of(actor.environment).compiled(visibleProjects(actor))).flags;
            // Publications always have this shape.
            const definitions = flags.map(({ definition }) => definition as FlagDefinition);
            return { flags: definitions.flatMap(manifestFlag).sort((a, b) => (a.key < b.key ? -1 : 1)) };
        },
    }),
];

/** The declared type takes precedence over the inferred one. */
type TypedFlag = FlagDefinition & { valueType?: ValueType; codeDefault?: unknown };

function manifestFlag(definition: TypedFlag) {
    const { name, description, variants = [], valueType, codeDefault } = definition;
    const all = [...variants, ...liveStrategies(definition).flatMap((strategy) => strategy.variants ?? [])];
    const type = valueType ?? typeOfVariants(all);
    if (type === undefined) return [];
    return {
        key: name,
        name,
        type,
        description: description ?? null,
        defaultValue: codeDefault ?? DEFAULT_VALUES[type],
    };
}
