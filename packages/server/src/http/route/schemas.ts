import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import { invalid } from '../../core/errors/errors.ts';

/** A request body or a part of it: unknown members are reported as errors. */
export const Body = <P extends TProperties>(
    properties: P,
    options: { $id?: string; description?: string; deprecated?: boolean } = {},
): TObject<P> => Type.Object(properties, { ...options, additionalProperties: false });

/** The value or null. Declared as a list of types, which tools support better than a union. */
export function Nullable<T extends TSchema & { type?: string }>(schema: T) {
    const { type, ...rest } = schema;
    const nullable = type === undefined ? Type.Union([schema, Type.Null()]) : { ...rest, type: [type, 'null'] };
    return Type.Unsafe<Static<T> | null>(nullable);
}

/** A map with arbitrary keys. `Type.Record` matches keys by a pattern, which is slow and misses line breaks. */
export const Dictionary = <T extends TSchema>(values: T, options: { maxProperties: number }) =>
    Type.Unsafe<Record<string, Static<T>>>({ ...options, type: 'object', additionalProperties: values });

export const DateTime = (description?: string) =>
    Type.String({ format: 'date-time', ...(description === undefined ? {} : { description }) });

/** A request member that existing tools send back after reading it. It is accepted and ignored. */
export const Ignored = () => Type.Optional(Type.Unknown({ description: 'Accepted and ignored', deprecated: true }));

/** A member of responses that `route-steps.ts` fills in. */
export const BypassedApproval = Type.Optional(
    Type.Array(Type.String(), {
        description: 'Environments that require approval, if the change bypassed it; also in Halyard-Bypassed-Approval',
    }),
);

export const Version = Type.Integer({ description: 'Version of this format' });

export const JsonPatch = Type.Array(
    Body({
        op: Type.Enum(['add', 'remove', 'replace', 'copy', 'move', 'test']),
        path: Type.String({ maxLength: 500 }),
        from: Type.Optional(Type.String({ maxLength: 500, description: 'Source path of copy and move' })),
        value: Type.Optional(Type.Unknown({ description: 'Value for add, replace and test' })),
    }),
    { $id: 'jsonPatch', maxItems: 500, description: 'A JSON Patch (RFC 6902)' },
);
export type JsonPatch = Static<typeof JsonPatch>;

/** Validates a value that is not a request body, such as a patched document. */
export function validateAs<T extends TSchema>(schema: T, value: unknown): Static<T> {
    const [finding] = Value.Errors(schema, value);
    if (finding) throw invalid(`The patched \`${finding.instancePath || '/'}\` ${finding.message}.`, '/body');
    // `Errors` found nothing, so the value has the shape.
    return value as Static<T>;
}

export const ErrorBody = Type.Object(
    {
        id: Type.String({ description: 'Id of this error; unexpected errors are logged with this id' }),
        name: Type.String({ description: 'The kind of error' }),
        message: Type.String({ description: 'The reason and the next step' }),
        details: Type.Array(
            Type.Object(
                {
                    message: Type.String(),
                    path: Type.Optional(Type.String({ description: 'Location of the error, e.g. /body/name' })),
                },
                { additionalProperties: true },
            ),
        ),
    },
    { $id: 'error', additionalProperties: true },
);

/** The scope of routes whose path contains the project. */
export const inProject = ({ params }: { params: { projectId: string } }) => ({ project: params.projectId });
