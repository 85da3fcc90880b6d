import { Alert, Anchor, Radio, Stack, Text, Textarea } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { WriteMode } from '../../../api/write-mode.ts';
import { useMay } from '../../../components/access/may.ts';
import type { SubmitAlternative } from '../../../components/SubmitButton.tsx';
import { listed } from '../../../components/text/listed.ts';
import { count } from '../../../components/text/numbers.ts';
import { instantIn } from '../../../components/time/zoned.ts';
import type { RehearsalBase, WhatIfProposal } from '../../effects/what-if.queries.ts';
import { useBreakGlass, useProposeChanges, useScheduleChange } from '../request/change-request.changes.ts';
import { useOpenRequest } from '../request/change-request.queries.ts';
import { titleOf } from '../request/change-sentences.ts';
import { useApprovalSettings } from './approvals.queries.ts';
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
    /** Explains the required approvals and who may bypass them, and contains the scheduled time. Shown above the effect of the change. */
    notice: ReactNode;
    /** The field for an optional reason. Shown below the effect. */
    fields: ReactNode;
    /** Whether all required fields are filled in. */
    isWhole: boolean;
    /** Whether the change is applied immediately, not scheduled or proposed. */
    isDirect: boolean;
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

type Choice = 'propose' | 'now' | 'emergency' | 'later';

/** The ways to change a protected environment immediately. */
const DIRECT = {
    now: { label: 'Skip approval and change now', description: 'Allowed for you; recorded in the audit log' },
    emergency: { label: 'Break glass and change now', description: 'Approvers are notified and review it afterwards' },
};

/** The approval flow of a change: applied directly, scheduled, or proposed, depending on permissions and choice. */
export function useApprovalFlow(approvalTarget: ApprovalTarget | undefined, proposal?: WhatIfProposal): ApprovalFlow {
    const may = useMay();
    const {
        project = '',
        environment,
        isUnproposable = false,
        isTurningOff = false,
        isScheduled = false,
    } = approvalTarget ?? {};
    const environments = useProtected({ project, environment }, approvalTarget !== undefined);
    // Changes of all environments are proposed in the most critical one.
    const target = { project, environment: environments[0] ?? '' };
    const { data: settings } = useApprovalSettings(target, environments.length > 0);
    const isExempt = isTurningOff && settings?.rules.turnOffWithoutApproval === true;
    const isProtected = environments.length > 0 && !isExempt;
    const maySkip = environments.every((each) => may('SKIP_CHANGE_REQUEST', { project, environment: each }));
    const bypass = settings?.rules.bypass ?? 'allowed';
    const mayPass = isProtected && maySkip && bypass === 'allowed';
    const mayBreakGlass = isProtected && maySkip && isTurningOff && bypass === 'break-glass' && proposal !== undefined;
    const direct = mayPass ? 'now' : mayBreakGlass ? 'emergency' : undefined;
    const [choice, setChoice] = useState<Choice>();
    const [reason, setReason] = useState('');
    const [givesReason, setGivesReason] = useState(false);
    const [time, setTime] = useState<Time>(tomorrow);
    const schedule = useScheduleChange();
    const propose = useProposeChanges();
    const breakGlass = useBreakGlass();
    const isSchedulable = !isProtected && typeof environment === 'string' && proposal !== undefined;
    const preselected: Choice =
        isProtected && !isUnproposable
            ? (isTurningOff && !isScheduled && direct) || 'propose'
            : isScheduled && isSchedulable
              ? 'later'
              : 'now';
    const selected = choice ?? preselected;
    const at = instantIn(time.timeZone, time.local);
    const isFuture = at !== undefined && Date.parse(at) > Date.now();
    const isReasonNeeded =
        selected === 'emergency' || (isProtected && selected === 'now' && settings?.rules.reasonRequired === true);
    // Until the rules are known, nobody knows which button an urgent change needs.
    const isKnown = !isTurningOff || environments.length === 0 || settings !== undefined;
    const isRefused = isProtected && isUnproposable && !mayPass;

    function make(run: (mode: WriteMode) => unknown, then?: () => void): unknown {
        if (selected === 'propose') {
            if (!proposal) return run({ isProposed: true });
            return arranged(propose.mutateAsync({ ...target, changes: proposal.steps }), then);
        }
        if (selected === 'now') return run({ reason: reason.trim() || undefined });
        if (selected === 'emergency' && proposal) {
            const applied = breakGlass.mutateAsync({ ...target, changes: proposal.steps, reason: reason.trim() });
            return arranged(applied, then);
        }
        if (!at || !proposal || typeof environment !== 'string') return undefined;
        const later = schedule.mutateAsync({
            title: titleOf(proposal.steps),
            project,
            environment,
            scheduledAt: at,
            timeZone: time.timeZone,
            changes: proposal.steps,
        });
        return arranged(later, then);
    }

    const why = (
        <Textarea
            label={isReasonNeeded ? 'Reason' : 'Reason (optional)'}
            description="Shown next to the change in the audit log"
            autosize
            maxLength={500}
            // A required reason is the only input of an urgent change. The rules may arrive after the dialog, so the key mounts it again.
            key={String(isReasonNeeded)}
            autoFocus={isReasonNeeded && choice === undefined}
            data-autofocus={(isReasonNeeded && choice === undefined) || undefined}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
        />
    );
    return {
        isProtected,
        verb: (verb) => (selected === 'propose' ? 'Add to draft' : selected === 'later' ? 'Schedule' : verb),
        alternatives: isSchedulable
            ? [
                  selected === 'later'
                      ? { label: 'Apply now instead', onSelect: () => setChoice('now') }
                      : { label: 'Schedule…', onSelect: () => setChoice('later') },
              ]
            : [],
        isWhole: isKnown && !isRefused && (selected === 'later' ? isFuture : !isReasonNeeded || reason.trim() !== ''),
        isDirect: selected === 'now' || selected === 'emergency',
        base: baseOf(selected, at),
        isBusy: schedule.isPending || propose.isPending || breakGlass.isPending,
        error: schedule.error ?? propose.error ?? breakGlass.error,
        make,
        notice: isProtected ? (
            <Stack gap="xs">
                <RequiredApprovals
                    project={project}
                    environments={environments}
                    approvals={settings?.requiredApprovals ?? 1}
                    isChosen={selected === 'propose'}
                    isUnproposable={isUnproposable}
                    isScheduled={isScheduled}
                />
                {direct && !isUnproposable && (
                    <Radio.Group
                        aria-label="How to change it"
                        value={selected}
                        // The values are those passed below.
                        onChange={(value) => setChoice(value as Choice)}
                    >
                        <Stack gap={6}>
                            <Radio
                                value="propose"
                                label="Add to draft"
                                description="Reviewed by others before it goes live"
                            />
                            <Radio value={direct} {...DIRECT[direct]} />
                        </Stack>
                    </Radio.Group>
                )}
                {direct && selected === direct && why}
            </Stack>
        ) : (
            selected === 'later' && (
                <TimeFields
                    value={time}
                    onChange={setTime}
                    problem={isFuture ? undefined : 'Pick a time in the future'}
                />
            )
        ),
        fields:
            target &&
            !isProtected &&
            selected === 'now' &&
            (givesReason ? (
                why
            ) : (
                <Anchor component="button" type="button" size="xs" w="fit-content" onClick={() => setGivesReason(true)}>
                    Add a reason
                </Anchor>
            )),
    };
}

const baseOf = (way: Choice, at: string | undefined): RehearsalBase | undefined =>
    way === 'propose' ? { draft: true } : way === 'later' && at ? { scheduledBefore: at } : undefined;

/** Callers with `then` get errors from `error`, other callers from the promise. */
const arranged = (done: Promise<unknown>, then: (() => void) | undefined) =>
    then ? done.then(then, () => undefined) : done;

interface RequiredApprovalsProps {
    project: string;
    environments: string[];
    approvals: number;
    isChosen: boolean;
    isUnproposable: boolean;
    isScheduled: boolean;
}

function RequiredApprovals({
    project,
    environments,
    approvals,
    isChosen,
    isUnproposable,
    isScheduled,
}: RequiredApprovalsProps) {
    const open = useOpenRequest({ project, environment: environments[0] ?? '' });
    return (
        <Alert color="tide" icon={<IconUsersGroup size={16} />} role="status">
            Changes in {listed(environments)} need {count(approvals, 'approval')}.{' '}
            {isUnproposable &&
                'This cannot be part of a change request. Only users who can bypass approval can do it; the audit log records the bypass.'}
            {isChosen && 'Your change is added to your draft. Nothing changes until it is approved and applied.'}
            {isScheduled && ' The request can be scheduled once it is approved.'}
            {isChosen && open && open.state !== 'Draft' && (
                <Text size="sm" fw={500} mt={4}>
                    Added to “{open.title}”, which is {open.state === 'Approved' ? 'approved' : 'in review'} already:
                    approvals given so far are cleared.
                </Text>
            )}
        </Alert>
    );
}
