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
export function actionsOf(request: DisplayedRequest, { id, may, rules }: Viewer): OfferedActions[] {
    const isAuthor = request.createdBy.id === id;
    const mayApprove = may('APPROVE_CHANGE_REQUEST');
    const mayApply = may('APPLY_CHANGE_REQUEST');
    const applying: OfferedActions[] = mayApply || isAuthor ? [{ action: 'apply' }, { action: 'schedule' }] : [];
    const applyProblem = mayApply ? undefined : 'You do not have permission to apply changes here.';
    const mayBreakGlass = may('SKIP_CHANGE_REQUEST') && rules.bypass !== 'nobody';
    const breakGlass = mayBreakGlass ? breakGlassActions(request) : [];
    const cancelling: OfferedActions[] = isAuthor || may('ADMIN') ? [{ action: 'cancel' }] : [];
    switch (request.state) {
        case 'Draft':
            return isAuthor ? [{ action: 'send' }] : [];
        case 'In review': {
            const unless = approvalObstacle(request, id, rules);
            const isLast = !unless && mayApply && isLastApproval(request);
            return [
                ...(mayApprove && isLast ? [{ action: 'approve-and-apply' as const }] : []),
                ...(mayApprove ? [{ action: 'approve' as const, unless }] : []),
                ...applying
                    .filter(({ action }) => !(mayApprove && isLast && action === 'apply'))
                    .map(({ action }) => ({ action, unless: missingApprovals(request) })),
                ...(mayApprove && !isAuthor ? [{ action: 'reject' as const }] : []),
                ...breakGlass,
                ...cancelling,
            ];
        }
        case 'Approved':
            return [
                ...applying.map(({ action }) => ({ action, unless: applyProblem })),
                ...(mayApprove && !isAuthor ? [{ action: 'reject' as const }] : []),
                ...cancelling,
            ];
        case 'Scheduled':
            return [
                ...applying.map(({ action }) => ({ action, unless: applyProblem })),
                ...(isAuthor || may('ADMIN') || mayApprove ? [{ action: 'reject' as const }] : []),
            ];
        case 'Applied':
            // A change applied by break glass is reviewed afterwards by another user.
            return request.breakGlass?.review === 'pending' &&
                mayApprove &&
                !isAuthor &&
                request.breakGlass.userId !== id
                ? [{ action: 'confirm' }, { action: 'object' }]
                : [];
        default:
            return [];
    }
}

/** Break glass is hidden if it covers none of the changes, and disabled if it does not cover all of them. */
function breakGlassActions(request: DisplayedRequest): OfferedActions[] {
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
