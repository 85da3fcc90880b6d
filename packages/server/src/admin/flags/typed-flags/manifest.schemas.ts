import { type Static, Type } from 'typebox';
import { VALUE_TYPES, type ValueType } from '../../../core/settings/value-types.ts';
import { Body, DateTime, Nullable } from '../../../http/route/schemas.ts';
import { FlagName } from '../flags/flag.schemas.ts';

const manifestFlag = {
    key: Type.String(),
    name: Type.String(),
    type: Type.Enum([...VALUE_TYPES]),
    description: Nullable(Type.String()),
    defaultValue: Type.Unknown(),
};
export const ManifestFlag = Type.Object(manifestFlag, { $id: 'manifestFlag' });
export type ManifestFlag = Static<typeof ManifestFlag>;

export const ProjectManifest = Type.Object({ flags: Type.Array(ManifestFlag) }, { $id: 'projectManifest' });

export const ChangedManifestFlag = Type.Object(
    { flag: ManifestFlag, updatedAt: DateTime() },
    { $id: 'changedManifestFlag' },
);

export const ArchivedManifestFlag = Type.Object(
    { message: Type.String(), archivedAt: DateTime() },
    { $id: 'archivedManifestFlag' },
);

/** The OpenFeature CLI sends `float`; older versions send `bool`, `Number` and `JSON`. */
const VALUE_TYPES_BY_NAME = new Map<string, ValueType>([
    ['boolean', 'boolean'],
    ['bool', 'boolean'],
    ['string', 'string'],
    ['integer', 'integer'],
    ['int', 'integer'],
    ['float', 'float'],
    ['double', 'float'],
    ['number', 'float'],
    ['object', 'object'],
    ['json', 'object'],
]);

const type = Type.String({ maxLength: 20, description: 'boolean, string, integer, float or object' });

export const valueTypeOf = (name: string): ValueType | undefined => VALUE_TYPES_BY_NAME.get(name.toLowerCase());

const manifestFlagInput = {
    key: FlagName,
    type,
    name: Type.Optional(Type.String({ maxLength: 200, description: 'Ignored: flags are named by their keys' })),
    description: Type.Optional(Nullable(Type.String({ maxLength: 5_000 }))),
};

export const NewManifestFlag = Body({ ...manifestFlagInput, defaultValue: Type.Unknown() }, { $id: 'newManifestFlag' });
export const ManifestFlagUpdate = Body(
    { ...manifestFlagInput, defaultValue: Type.Optional(Type.Unknown()) },
    { $id: 'manifestFlagUpdate' },
);
