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
>;

/** Returns the actions for the user. Actions that are never available to them are hidden; blocked ones include the reason. */
export function actionsOf(request: DisplayedRequest, { id, may, rules }: Viewer): OfferedActions[] {
    const isAuthor = request.createdBy.id === id;
    const mayApprove = may('APPROVE_CHANGE_REQUEST');
    const mayApply = may('APPLY_CHANGE_REQUEST');
    const applying: OfferedActions[] = mayApply || isAuthor ? [{ action: 'apply' }, { action: 'schedule' }] : [];
    const applyProblem = mayApply ? undefined : 'You do not have permission to apply changes here.';
    const mayBreakGlass = may('SKIP_CHANGE_REQUEST') && rules.bypass !== 'nobody';
    const breakGlass = mayBreakGlass ? breakGlassActions(request, rules) : [];
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

/** Break glass never covers changes of the approval rules: it is hidden for these, and disabled while other changes accompany them. */
function breakGlassActions({ features, segments, settings }: DisplayedRequest, rules: ApprovalRules): OfferedActions[] {
    const changes = [...features.flatMap((feature) => feature.changes), ...segments, ...settings];
    const covered = changes.filter((change) => !changesRules(change, rules));
    if (covered.length === changes.length) return [{ action: 'break-glass' }];
    if (covered.length === 0) return [];
    const unless =
        'Break glass does not cover changes of the approval rules, nor removing a tag that they name. Remove these changes from the request.';
    return [{ action: 'break-glass', unless }];
}

/** Whether a change edits the approval rules, or removes a tag for which they require more approvals. */
function changesRules(
    { action, payload }: { action: string; payload?: unknown },
    { additionalApprovals }: ApprovalRules,
): boolean {
    if (action === 'updateChangeRequestConfig') return true;
    if (action !== 'updateTags') return false;
    const named = new Set(additionalApprovals?.flatMap(({ when }) => when.tag ?? []));
    const { removedTags = [] } = payload as { removedTags?: readonly { type: string; value: string }[] };
    return removedTags.some(({ type, value }) => named.has(`${type}:${value}`));
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
