import type { Evaluation } from '@halyard/engine';
import { type Static, Type } from 'typebox';
import { Nullable } from '../../http/route/schemas.ts';

export const FrontendFlag = Type.Object({
    name: Type.String(),
    enabled: Type.Boolean(),
    impressionData: Type.Boolean(),
    variant: Type.Unknown(),
});

export const FrontendFlags = Type.Object(
    { toggles: Type.Array(FrontendFlag) },
    { $id: 'frontendApiFeatures', description: 'Flags that are on for this context' },
);

export const ContextQuery = Type.Object(
    {
        userId: Type.Optional(Type.String()),
        sessionId: Type.Optional(Type.String()),
        appName: Type.Optional(Type.String()),
        remoteAddress: Type.Optional(Type.String()),
    },
    { description: 'Every other parameter, plain or as properties[name], becomes a property of the context' },
);

export const ContextBody = Type.Object({
    context: Type.Optional(Nullable(Type.Record(Type.String(), Type.Unknown()))),
});

/** The context of a body; `isBare`: without `context`, the body is the context. */
export const contextIn = ({ context, ...body }: Static<typeof ContextBody>, isBare: boolean): Record<string, unknown> =>
    context ?? (isBare ? body : {});

/** The JSON of a flag in a response. */
export function toggleOf({ name, enabled, variant, impressionData }: Evaluation): string {
    return JSON.stringify({
        name,
        enabled,
        variant: { ...variant, featureEnabled: variant.feature_enabled },
        impressionData,
    });
}
