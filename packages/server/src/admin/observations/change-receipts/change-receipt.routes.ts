import type { Services } from '../../../app/services.ts';
import { settleChange } from '../../../changes/change-receipts.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { ChangeReceipt, ChangeReceiptParams } from './change-receipt.schemas.ts';

const route = routeWithTag('Proposals');

export const changeReceiptRoutes = ({ recordObservation, clock }: Services): Route[] => [
    route('POST /api/admin/change-receipts/:changeId/settle', {
        operationId: 'settleChange',
        summary: 'Find out whether one of your changes was applied after its response was lost',
        description:
            'For changes that were sent with a `Change-Id`. The outcome is final: a request that arrives after it was reported as not applied is refused. Outcomes are kept for two days. A caller can have 500 changes reported as not applied in this time.',
        access: 'authenticated',
        leavesNoEvent: true,
        params: ChangeReceiptParams,
        responds: { status: 200, body: ChangeReceipt },
        errors: [429],
        handler: async ({ actor, params: { changeId } }) => ({
            changeId,
            outcome: await settleChange(recordObservation, { user: actor.id, id: changeId }, clock().toISOString()),
        }),
    }),
];
