import type { FlagDefinition, VariantDefinition } from '@halyard/engine';
import { Type } from 'typebox';
import { type Route, route } from '../../http/route.ts';
import type { DeliveryServices } from '../delivery-services.ts';
import { visibleProjects } from '../sdk-scope.ts';
import { liveStrategies, typedPayload } from './evaluations.ts';

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
    { $id: 'openFeatureManifest', description: 'What a code generator must know of the flags' },
);

export const manifestRoutes = ({ snapshots }: DeliveryServices): Route[] => [
    route({
        method: 'GET',
        path: '/openfeature/v0/manifest',
        operationId: 'getOpenFeatureManifest',
        summary: 'The flags with their types, for code generators such as the OpenFeature CLI',
        description: 'It names all flags, released or not, so it takes a token of a backend.',
        tag: 'OFREP',
        access: 'client',
        responds: { status: 200, body: Manifest },
        handler: async ({ actor }, reply) => {
            reply.header('x-manifest-capabilities', 'read');
            const { flags } = (await snapshots.of(actor.environment).compiled(visibleProjects(actor))).flags;
            // Publications are written by us, in this shape.
            const definitions = flags.map(({ definition }) => definition as FlagDefinition);
            return { flags: definitions.flatMap(manifestFlag).sort((a, b) => (a.key < b.key ? -1 : 1)) };
        },
    }),
];

function manifestFlag(definition: FlagDefinition) {
    const { name, description, variants = [] } = definition;
    const type = typeOf([...variants, ...liveStrategies(definition).flatMap((strategy) => strategy.variants ?? [])]);
    if (type === undefined) return [];
    return { key: name, name, type, description: description ?? null, defaultValue: DEFAULT_VALUES[type] };
}

const DEFAULT_VALUES = { boolean: false, string: '', integer: 0, float: 0, object: {} };

/** Undefined when variants are of different types: no generated code could take them all. */
function typeOf(variants: readonly VariantDefinition[]): keyof typeof DEFAULT_VALUES | undefined {
    const values = variants.flatMap(({ payload }) => (payload ? [typedPayload(payload)] : []));
    if (values.length === 0) return 'boolean';
    if (values.every((value) => Number.isInteger(value))) return 'integer';
    if (values.every((value) => typeof value === 'number')) return 'float';
    if (values.every((value) => typeof value === 'string')) return 'string';
    return values.every((value) => typeof value === 'object' && value !== null) ? 'object' : undefined;
}
