import { type ReactNode, useState } from 'react';
import type { ProposalTarget, WriteMode } from '../../../api/write-mode.ts';
import { useMay } from '../../../components/access/may.ts';
import type { SubmitAlternative } from '../../../components/SubmitButton.tsx';
import { instantIn } from '../../../components/time/zoned.ts';
import type { RehearsalBase, WhatIfProposal } from '../../effects/what-if.queries.ts';
import { useBreakGlass, useProposeChanges, useScheduleChange } from '../request/change-request.changes.ts';
import { useOpenRequests } from '../request/change-request.queries.ts';
import { titleOf } from '../request/change-sentences.ts';
import { ApprovalNotice } from './ApprovalNotice.tsx';
import { type ApprovalChoice, approvalOptions, isReasonNeeded } from './approval-options.ts';
import { useApprovalSettings } from './approvals.queries.ts';
import { OptionalReason, ReasonField } from './ReasonField.tsx';
import { type Time, TimeFields, tomorrow } from './TimeFields.tsx';
import { useProtected } from './use-protection.ts';

export interface ApprovalTarget {
    project: string;
    /** One environment or several. Undefined if the change affects all environments. */
    environment?: string | readonly string[] | undefined;
    /** The change cannot be part of a change request. In protected environments, only users who may bypass approvals can make it. */
    isUnproposable?: boolean | undefined;
    /** The change only turns a flag off. It is urgent, and the rules may allow it without approval. */
    isTurningOff?: boolean | undefined;
    /** The change is scheduled, if no approval is required, unless the user chooses otherwise. */
    isScheduled?: boolean | undefined;
}

export interface ApprovalFlow {
    /** Whether an approval is required, so that the change is shown first. */
    isProtected: boolean;
    /** The label of the button. Without approvals it is `direct`. */
    verb: (direct: string) => string;
    /** Other ways to send the change, for a menu next to the button. */
    alternatives: SubmitAlternative[];
    /** Explains the required approvals, and contains the choices or the scheduled time. Shown above the effect of the change. */
    notice: ReactNode;
    /** The field for an optional reason. Shown below the effect. */
    fields: ReactNode;
    /** Whether all required fields are filled in. */
    isWhole: boolean;
    /** Whether the change is applied immediately, not scheduled or proposed. */
    isDirect: boolean;
    /** Whether a required field has the focus when the dialog opens. */
    focusesField: boolean;
    /** The state that the rehearsal starts from; undefined for the live state. */
    base: RehearsalBase | undefined;
    isBusy: boolean;
    error: unknown;
    /**
     * Sends the change by `run`, which must use the mode passed to it. If the rehearsed steps are proposed or scheduled instead,
     * `then` is called afterwards.
     */
    make: (run: (mode: WriteMode) => unknown, then?: () => void) => unknown;
}

const isProposal = (choice: ApprovalChoice): choice is ProposalTarget => choice === 'new' || typeof choice === 'number';

/** The approval flow of a change: applied directly, scheduled, or proposed, depending on permissions and choice. */
export function useApprovalFlow(target: ApprovalTarget | undefined, proposal?: WhatIfProposal): ApprovalFlow {
    const {
        project = '',
        environment,
        isUnproposable = false,
        isTurningOff = false,
        isScheduled = false,
    } = target ?? {};
    const may = useMay();
    const environments = useProtected({ project, environment }, target !== undefined);
    const isGuarded = environments.length > 0;
    // Changes of all environments are proposed in the most critical one.
    const protectedTarget = { project, environment: environments[0] ?? '' };
    const settings = useApprovalSettings(protectedTarget, isGuarded);
    const requests = useOpenRequests(project, isGuarded);
    const rules = settings.data?.rules;
    const options = approvalOptions({
        environments,
        rules,
        requests: requests.data ?? [],
        maySkip: environments.every((each) => may('SKIP_CHANGE_REQUEST', { project, environment: each })),
        isUnproposable,
        isTurningOff,
        isScheduled,
        hasSteps: proposal !== undefined,
        isOfOneEnvironment: typeof environment === 'string',
    });
    const { isProtected } = options;
    // Until they are loaded, nobody knows which button the change needs.
    const isKnown = !isGuarded || !(settings.isPending || requests.isPending);
    const [choice, setChoice] = useState<ApprovalChoice>();
    const [reason, setReason] = useState('');
    const [time, setTime] = useState<Time>(tomorrow);
    const schedule = useScheduleChange();
    const propose = useProposeChanges();
    const breakGlass = useBreakGlass();
    const selected = choice ?? options.preselected;
    const option = options.options.find((each) => each.choice === selected);
    const at = instantIn(time.timeZone, time.local);
    const isFuture = at !== undefined && Date.parse(at) > Date.now();
    const needsReason = isReasonNeeded(selected, options, rules);
    const focusesField = needsReason && choice === undefined;

    function make(run: (mode: WriteMode) => unknown, then?: () => void): unknown {
        if (selected === 'now') return run({ reason: reason.trim() || undefined });
        if (isProposal(selected) && !proposal) return run({ proposesTo: selected });
        if (!proposal) return undefined;
        const steps = { ...protectedTarget, changes: proposal.steps };
        if (isProposal(selected)) return arranged(propose.mutateAsync(steps, { mode: { proposesTo: selected } }), then);
        if (selected === 'emergency')
            return arranged(breakGlass.mutateAsync({ ...steps, reason: reason.trim() }), then);
        if (!at || typeof environment !== 'string') return undefined;
        const title = titleOf(proposal.steps);
        const later = { ...steps, environment, title, scheduledAt: at, timeZone: time.timeZone };
        return arranged(schedule.mutateAsync(later), then);
    }

    const toggleSchedule: SubmitAlternative =
        selected === 'later'
            ? { label: 'Apply now instead', onSelect: () => setChoice('now') }
            : { label: 'Schedule…', onSelect: () => setChoice('later') };
    return {
        isProtected,
        verb: (direct) => option?.verb ?? (selected === 'later' ? 'Schedule' : direct),
        alternatives: options.isSchedulable ? [toggleSchedule] : [],
        isWhole:
            isKnown && !options.isRefused && (selected === 'later' ? isFuture : !needsReason || reason.trim() !== ''),
        isDirect: selected === 'now' || selected === 'emergency',
        focusesField,
        base: baseOf(selected, at),
        isBusy: schedule.isPending || propose.isPending || breakGlass.isPending,
        error: schedule.error ?? propose.error ?? breakGlass.error,
        make,
        notice: isProtected ? (
            <ApprovalNotice
                environments={environments}
                approvals={settings.data?.requiredApprovals ?? 1}
                options={isKnown ? options.options : []}
                selected={selected}
                onSelect={setChoice}
                isUnproposable={isUnproposable}
                isScheduled={isScheduled}
            >
                {option && !isProposal(selected) && (
                    <ReasonField isNeeded={needsReason} hasFocus={focusesField} value={reason} onChange={setReason} />
                )}
            </ApprovalNotice>
        ) : (
            selected === 'later' && (
                <TimeFields
                    value={time}
                    onChange={setTime}
                    problem={isFuture ? undefined : 'Pick a time in the future'}
                />
            )
        ),
        fields: target && !isProtected && selected === 'now' && <OptionalReason value={reason} onChange={setReason} />,
    };
}

/** A change is rehearsed on top of the request to which it is added. A new request starts from the live state. */
const baseOf = (choice: ApprovalChoice, at: string | undefined): RehearsalBase | undefined =>
    typeof choice === 'number'
        ? { changeRequest: choice }
        : choice === 'later' && at
          ? { scheduledBefore: at }
          : undefined;

/** Callers with `then` get errors from `error`, other callers from the promise. */
const arranged = (done: Promise<unknown>, then: (() => void) | undefined) =>
    then ? done.then(then, () => undefined) : done;
