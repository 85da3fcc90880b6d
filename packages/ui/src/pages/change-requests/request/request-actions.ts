import type { Permission } from '../../../api/types.ts';
import type { ApprovalRules } from '../approvals/approvals.queries.ts';
import type { ChangeRequest } from './change-request.queries.ts';

/** The actions on a request in display order. */
export type RequestAction =
    | 'send'
    | 'approve'
    | 'approve-and-apply'
    | 'apply'
    | 'schedule'
    | 'reject'
    | 'break-glass'
    | 'cancel'
    | 'confirm'
    | 'object';

/** The availability of an action: allowed, or the reason why not. */
export interface OfferedActions {
    action: RequestAction;
    /** Why the action is disabled. */
    unless?: string | undefined;
}

interface Viewer {
    id: number;
    may: (permission: Permission) => boolean;
    rules: ApprovalRules;
}

type DisplayedRequest = Pick<
    ChangeRequest,
    | 'kind'
    | 'state'
    | 'createdBy'
    | 'approvals'
    | 'contentHash'
    | 'needed'
    | 'breakGlass'
    | 'features'
    | 'segments'
    | 'settings'
    | 'notCoveredByBreakGlass'
>;

/** Returns the actions for the user. Actions that are never available to them are hidden; blocked ones include the reason. */
export function actionsOf(request: DisplayedRequest, viewer: Viewer): OfferedActions[] {
    const isAuthor = request.createdBy.id === viewer.id;
    const offers = (actions: RequestAction[], isOffered: boolean): OfferedActions[] =>
        isOffered ? actions.map((action) => ({ action })) : [];
    const mayApprove = viewer.may('APPROVE_CHANGE_REQUEST');
    const mayCancel = isAuthor || viewer.may('ADMIN');
    switch (request.state) {
        case 'Draft':
            return offers(['send'], isAuthor);
        case 'In review':
            return [
                ...approving(request, viewer),
                ...offers(['reject'], mayApprove && !isAuthor),
                ...breakingGlass(request, viewer),
                ...offers(['cancel'], mayCancel),
            ];
        case 'Approved':
            return [
                ...applying(request, viewer),
                ...offers(['reject'], mayApprove && !isAuthor),
                ...offers(['cancel'], mayCancel),
            ];
        case 'Scheduled':
            return [...applying(request, viewer), ...offers(['reject'], mayCancel || mayApprove)];
        case 'Applied':
            return offers(['confirm', 'object'], mayApprove && awaitsConfirmation(request, viewer.id));
        default:
            return [];
    }
}

/** Approving a request, and applying it, which needs further approvals unless this is the last one. */
function approving(request: DisplayedRequest, viewer: Viewer): OfferedActions[] {
    const mayApprove = viewer.may('APPROVE_CHANGE_REQUEST');
    const unless = approvalObstacle(request, viewer.id, viewer.rules);
    const isLast = mayApprove && !unless && viewer.may('APPLY_CHANGE_REQUEST') && isLastApproval(request);
    return [
        ...(isLast ? [{ action: 'approve-and-apply' as const }] : []),
        ...(mayApprove ? [{ action: 'approve' as const, unless }] : []),
        ...applying(request, viewer)
            .filter(({ action }) => !(isLast && action === 'apply'))
            .map(({ action }) => ({ action, unless: missingApprovals(request) })),
    ];
}

function applying({ createdBy }: DisplayedRequest, { id, may }: Viewer): OfferedActions[] {
    const mayApply = may('APPLY_CHANGE_REQUEST');
    if (!mayApply && createdBy.id !== id) return [];
    const unless = mayApply ? undefined : 'You do not have permission to apply changes here.';
    return [
        { action: 'apply', unless },
        { action: 'schedule', unless },
    ];
}

/** A change applied by break glass is reviewed afterwards by another user. */
const awaitsConfirmation = ({ breakGlass, createdBy }: DisplayedRequest, id: number) =>
    breakGlass?.review === 'pending' && createdBy.id !== id && breakGlass.userId !== id;

/** Break glass is hidden if it covers none of the changes, and disabled if it does not cover all of them. */
function breakingGlass(request: DisplayedRequest, { may, rules }: Viewer): OfferedActions[] {
    if (!may('SKIP_CHANGE_REQUEST') || rules.bypass === 'nobody') return [];
    const { features, segments, settings, notCoveredByBreakGlass = [] } = request;
    const changes = [...features.flatMap((feature) => feature.changes), ...segments, ...settings];
    if (notCoveredByBreakGlass.length === 0) return [{ action: 'break-glass' }];
    if (notCoveredByBreakGlass.length === changes.length) return [];
    const unless =
        'Break glass does not cover changes of the approval rules, nor removing a tag or flag type that they name. Remove these changes from the request.';
    return [{ action: 'break-glass', unless }];
}

/** Whether one more approval is enough. With a required group, the approval of another user is not. */
const isLastApproval = ({ needed }: DisplayedRequest) =>
    needed !== undefined && needed.approvals - needed.given === 1 && needed.missing.length === 1;

const missingApprovals = ({ needed }: DisplayedRequest) => needed?.missing.join(' ') || 'Not approved yet.';

function approvalObstacle({ createdBy, approvals, contentHash }: DisplayedRequest, id: number, rules: ApprovalRules) {
    if (createdBy.id === id && !rules.selfApproval) return 'You cannot approve your own request.';
    const hasApproved = approvals.some(
        (approval) => approval.createdBy.id === id && approval.contentHash === contentHash,
    );
    return hasApproved ? 'You already approved this request.' : undefined;
}
