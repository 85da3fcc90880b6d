import { Type } from 'typebox';
import { DateTime } from '../../../http/route/schemas.ts';
import { DATA_SOURCE_KINDS } from './data-source.schemas.ts';

export const SourceQuery = Type.Object(
    { kind: Type.Enum([...DATA_SOURCE_KINDS]), sql: Type.String() },
    { $id: 'sourceQuery' },
);

export const RequestedQuery = Type.Object(
    { nextAt: DateTime('When the data source is queried') },
    { $id: 'requestedSourceQuery' },
);
