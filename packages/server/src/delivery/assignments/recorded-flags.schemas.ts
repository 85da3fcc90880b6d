import { type Static, Type } from 'typebox';

export const RecordedFlagList = Type.Object(
    {
        flags: Type.Array(
            Type.Object({
                id: Type.String({ description: 'A unit is reported once for each id and definition' }),
                flag: Type.String(),
                project: Type.String(),
                unit: Type.String({ description: 'The context field that identifies a unit' }),
                backendOnly: Type.Boolean({ description: 'Evaluations for frontend tokens do not count' }),
            }),
        ),
    },
    { $id: 'recordedFlags', description: 'The flags of which edges report for whom they evaluated them' },
);
export type RecordedFlagList = Static<typeof RecordedFlagList>;

export const RECORDED_FLAGS = '/api/client/recorded-flags';
