import { type Static, Type } from 'typebox';
import { Body } from '../../../http/route/schemas.ts';

const KEEP_DAYS = Type.Integer({ minimum: 0, maximum: 400 });
const CONTEXT_FIELDS = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 20, uniqueItems: true });

export const ExperimentSettingsUpdate = Body(
    {
        keepOutcomesDays: KEEP_DAYS,
        contextFields: Type.Optional(CONTEXT_FIELDS),
    },
    { $id: 'experimentSettingsUpdate' },
);
export type ExperimentSettingsUpdate = Static<typeof ExperimentSettingsUpdate>;

export const ExperimentSettings = Type.Object(
    {
        keepOutcomesDays: Type.Integer({
            description:
                'For how many days outcomes and exposures are stored with their users; 0: they are only counted',
        }),
        contextFields: Type.Array(Type.String(), {
            description: 'The context fields that are stored with them, encrypted',
        }),
    },
    { $id: 'experimentSettings' },
);
export type ExperimentSettings = Static<typeof ExperimentSettings>;

export const DeletedUnit = Type.Object(
    {
        outcomes: Type.Integer({ description: 'The number of deleted outcomes and exposures' }),
        samples: Type.Integer({ description: 'The number of deleted stored samples of traffic' }),
        personas: Type.Integer({ description: 'The number of deleted personas' }),
    },
    { $id: 'deletedUnit' },
);
export type DeletedUnit = Static<typeof DeletedUnit>;
