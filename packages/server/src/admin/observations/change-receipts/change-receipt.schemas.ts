import { type Static, Type } from 'typebox';

import { CHANGE_ID } from '../../../core/text/change-id.ts';

export const ChangeReceiptParams = Type.Object({
    changeId: Type.String({ minLength: 16, maxLength: 64, pattern: CHANGE_ID }),
});

export const ChangeReceipt = Type.Object(
    { changeId: Type.String(), outcome: Type.Enum(['applied', 'not-applied']) },
    { $id: 'changeReceipt' },
);
export type ChangeReceipt = Static<typeof ChangeReceipt>;
