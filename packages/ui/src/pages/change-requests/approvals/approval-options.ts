import { count } from '../../../components/text/numbers.ts';
import type { ListedChangeRequest } from '../request/change-request.queries.ts';

/** How a change is made: proposed in a new request or in one with this id, applied immediately, or scheduled. */
export type ApprovalChoice = 'new' | number | 'now' | 'emergency' | 'later';

export interface ApprovalOption {
    choice: ApprovalChoice;
    label: string;
    description: string;
    /** The label of the submit button. Undefined: the one of the change itself. */
    verb?: string;
}

export type OpenRequest = Pick<
    ListedChangeRequest,
    'id' | 'title' | 'state' | 'environment' | 'approvals' | 'features'
>;

export interface ApprovalInput {
    /** The affected environments in which changes need approval, the most critical one first. */
    environments: readonly string[];
    /** The rules of the first environment. Undefined while they are loading. */
    rules: { bypass?: string; turnOffWithoutApproval?: boolean; reasonRequired?: boolean } | undefined;
    /** The open requests of the user in the project. */
    requests: readonly OpenRequest[];
    /** Whether the user may bypass approvals in all of the environments. */
    maySkip: boolean;
    isUnproposable: boolean;
    isTurningOff: boolean;
    /** Whether the user prefers to schedule the change. */
    isScheduled: boolean;
    /** Whether the change consists of steps, which can be sent by another endpoint. */
    hasSteps: boolean;
    /** Whether the change affects exactly one environment. */
    isOfOneEnvironment: boolean;
}

export interface ApprovalOptions {
    /** Whether an approval is required. */
    isProtected: boolean;
    /** Whether the change can be scheduled without an approval. */
    isSchedulable: boolean;
    /** Whether the user can neither propose nor make the change. */
    isRefused: boolean;
    options: ApprovalOption[];
    preselected: ApprovalChoice;
}

/** The maximum number of open requests that are offered, the newest first. */
const MAX_OFFERED = 4;

const NOW: ApprovalOption = {
    choice: 'now',
    label: 'Skip approval and change now',
    description: 'Allowed for you; recorded in the audit log',
};

const EMERGENCY: ApprovalOption = {
    choice: 'emergency',
    label: 'Break glass and change now',
    description: 'Approvers are notified and review it afterwards',
};

const NEW: ApprovalOption = {
    choice: 'new',
    label: 'New request',
    description: 'Contains only this change',
    verb: 'Create request',
};

/** The ways in which a user can make a change, and the one that is selected at first. */
export function approvalOptions(input: ApprovalInput): ApprovalOptions {
    const { environments, rules, isTurningOff, isUnproposable, isScheduled } = input;
    const isExempt = isTurningOff && rules?.turnOffWithoutApproval === true;
    const isProtected = environments.length > 0 && !isExempt;
    const isSchedulable = !isProtected && input.isOfOneEnvironment && input.hasSteps;
    if (!isProtected) {
        const preselected = isScheduled && isSchedulable ? 'later' : 'now';
        return { isProtected, isSchedulable, isRefused: false, options: [], preselected };
    }
    const direct = directOption(input);
    if (isUnproposable) {
        const isRefused = direct?.choice !== 'now';
        return { isProtected, isSchedulable, isRefused, options: [], preselected: 'now' };
    }
    const requests = offeredRequests(input);
    const draft = requests.find(({ state }) => state === 'Draft');
    const proposed = isTurningOff ? 'new' : (draft?.id ?? 'new');
    return {
        isProtected,
        isSchedulable,
        isRefused: false,
        options: [...requests.map(addition), NEW, ...(direct ? [direct] : [])],
        // Turning a flag off is urgent, and never joins other changes unless the user selects it.
        preselected: isTurningOff && !isScheduled && direct ? direct.choice : proposed,
    };
}

function directOption({ maySkip, rules, isTurningOff, hasSteps }: ApprovalInput): ApprovalOption | undefined {
    const bypass = rules?.bypass ?? 'allowed';
    if (!maySkip) return undefined;
    if (bypass === 'allowed') return NOW;
    return bypass === 'break-glass' && isTurningOff && hasSteps ? EMERGENCY : undefined;
}

/** Changes of several environments are proposed in the most critical one. Drafts come first. */
const offeredRequests = ({ environments, requests }: ApprovalInput) =>
    requests
        .filter(({ environment }) => environment === environments[0])
        .toSorted((a, b) => Number(b.state === 'Draft') - Number(a.state === 'Draft') || b.id - a.id)
        .slice(0, MAX_OFFERED);

const addition = (request: OpenRequest): ApprovalOption => ({
    choice: request.id,
    label: `Add to “${request.title}”`,
    description: [consequence(request), flagsOf(request)].filter(Boolean).join(' · '),
    verb: request.state === 'Draft' ? 'Add to draft' : 'Add to request',
});

/** The title of a draft is often only its number. */
const flagsOf = ({ features }: OpenRequest) =>
    features.length > 2 ? count(features.length, 'flag') : features.map(({ name }) => name).join(', ');

function consequence({ state, approvals }: OpenRequest): string {
    if (state === 'Draft') return 'Your draft, which is not in review yet';
    if (approvals.length === 0) return 'In review, without approvals so far';
    return `${state}. Its ${count(approvals.length, 'approval')} will be cleared`;
}

/** Whether the change needs a reason, which the user has to enter. */
export const isReasonNeeded = (
    choice: ApprovalChoice,
    { isProtected }: ApprovalOptions,
    rules: ApprovalInput['rules'],
) => choice === 'emergency' || (isProtected && choice === 'now' && rules?.reasonRequired === true);
