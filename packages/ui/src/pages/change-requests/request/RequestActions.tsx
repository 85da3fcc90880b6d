import { Button, Kbd, Text, Textarea, Tooltip } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import {
    IconAlertOctagon,
    IconCalendarEvent,
    IconCheck,
    IconRocket,
    IconSend,
    IconX,
    type TablerIcon,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useChangeBlock } from '../../../api/connection.ts';
import { SHORTCUTS } from '../../../app/shortcuts.ts';
import { useMay } from '../../../components/access/may.ts';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { useForm } from '../../../components/forms/use-form.ts';
import { openTray } from '../../../components/links/open-tray.ts';
import { instantIn, localIn } from '../../../components/time/zoned.ts';
import { useSession } from '../../session/session.queries.ts';
import { useApprovalSettings } from '../approvals/approvals.queries.ts';
import { type Time, TimeFields, tomorrow } from '../approvals/TimeFields.tsx';
import { useMoveRequest } from './change-request.changes.ts';
import type { ChangeRequest } from './change-request.queries.ts';
import classes from './Request.module.css';
import { RequestEffect } from './RequestEffect.tsx';
import { actionsOf, type OfferedActions, type RequestAction } from './request-actions.ts';

interface ActionText {
    label: string;
    /** The keyboard shortcut of the action. */
    hotkey: string;
    icon: TablerIcon;
    color?: string;
    variant?: 'filled' | 'default';
    /** The text of the confirmation. */
    about: string;
    target: ChangeRequest['state'];
}

const ACTION_TEXTS: Record<RequestAction, ActionText> = {
    send: { label: 'Send to review', hotkey: SHORTCUTS.send.keys, icon: IconSend, about: '', target: 'In review' },
    approve: {
        label: 'Approve',
        hotkey: SHORTCUTS.approve.keys,
        icon: IconCheck,
        variant: 'filled',
        about: 'You approve exactly what is shown. Your approval is cleared if the request is edited.',
        target: 'Approved',
    },
    'approve-and-apply': {
        label: 'Approve and apply',
        hotkey: SHORTCUTS.apply.keys,
        icon: IconRocket,
        variant: 'filled',
        about: 'You approve exactly what is shown. No other approval is missing, so all changes go live now, or none of them.',
        target: 'Approved',
    },
    apply: {
        label: 'Apply now',
        hotkey: SHORTCUTS.apply.keys,
        icon: IconRocket,
        variant: 'filled',
        about: 'All changes go live together, or none of them.',
        target: 'Applied',
    },
    schedule: {
        label: 'Schedule',
        hotkey: SHORTCUTS.send.keys,
        icon: IconCalendarEvent,
        about: 'Applied automatically at this time. If a conflicting change happens before, the request is suspended and waits for you.',
        target: 'Scheduled',
    },
    reject: {
        label: 'Reject',
        hotkey: SHORTCUTS.reject.keys,
        icon: IconX,
        color: 'red',
        about: 'The request is closed permanently. To ask for changes, write a comment instead.',
        target: 'Rejected',
    },
    'break-glass': {
        label: 'Break glass',
        hotkey: SHORTCUTS.breakGlass.keys,
        icon: IconAlertOctagon,
        color: 'red',
        about: 'Goes live now, without the required approvals. The approvers are notified and review it afterwards.',
        target: 'Applied',
    },
    confirm: {
        label: 'Confirm',
        hotkey: SHORTCUTS.approve.keys,
        icon: IconCheck,
        variant: 'filled',
        about: 'You confirm that applying it without approval was right. Nothing changes.',
        target: 'Approved',
    },
    object: {
        label: 'Object',
        hotkey: SHORTCUTS.reject.keys,
        icon: IconX,
        color: 'red',
        about: 'Your objection is recorded in the audit log. The change stays live; to undo it, propose a revert.',
        target: 'Rejected',
    },
    cancel: {
        label: 'Cancel request',
        hotkey: SHORTCUTS.cancel.keys,
        icon: IconX,
        about: 'The request is closed permanently. Nothing was changed.',
        target: 'Cancelled',
    },
};

/** The actions that let the changes go live, now or later: the impact is shown before the confirmation. */
const WITH_IMPACT: readonly RequestAction[] = ['approve', 'approve-and-apply', 'apply', 'schedule', 'break-glass'];

interface Props {
    request: ChangeRequest;
    /** The hash of the displayed content, so that users approve only content that they have seen. */
    seenHash: string;
}

/** The actions on a request, by button or keyboard. */
export function RequestActions({ request, seenHash }: Props) {
    const may = useMay();
    const block = useChangeBlock();
    const { data: session } = useSession();
    const { project, environment } = request;
    const { data: settings } = useApprovalSettings({ project, environment });
    const [confirmed, setConfirmed] = useState<RequestAction>();
    const offered = actionsOf(request, {
        id: session?.user.id ?? 0,
        may: (permission) => may(permission, { project, environment }),
        rules: settings?.rules ?? {},
    }).map((each) => ({ ...each, unless: each.unless ?? block }));
    const start = (action: RequestAction) => (action === 'send' ? openTray() : setConfirmed(action));
    const usable = offered.filter(({ unless }) => !unless);
    useHotkeys(usable.map(({ action }) => [ACTION_TEXTS[action].hotkey, () => start(action)]));
    if (offered.length === 0) return null;
    return (
        <>
            <div className={classes['actions']}>
                {offered.map((each, index) => (
                    <ActionButton
                        key={each.action}
                        offered={each}
                        isFirst={index === 0}
                        isRescheduled={request.state === 'Scheduled'}
                        onClick={() => start(each.action)}
                    />
                ))}
            </div>
            {confirmed && (
                <MoveDialog
                    key={confirmed}
                    action={confirmed}
                    request={request}
                    seenHash={seenHash}
                    isReasonRequired={settings?.rules.reasonRequired ?? false}
                    onClose={() => setConfirmed(undefined)}
                />
            )}
        </>
    );
}

interface ButtonProps {
    offered: OfferedActions;
    isFirst: boolean;
    isRescheduled: boolean;
    onClick: () => void;
}

function ActionButton({ offered: { action, unless }, isFirst, isRescheduled, onClick }: ButtonProps) {
    const { label, hotkey, icon: Icon, color, variant = 'default' } = ACTION_TEXTS[action];
    const button = (
        <Button
            fullWidth
            justify="space-between"
            variant={unless || !isFirst ? 'default' : variant}
            {...(color && variant === 'filled' && { color })}
            {...(color === 'red' && { c: unless ? undefined : 'red' })}
            disabled={unless !== undefined}
            leftSection={<Icon size={15} />}
            rightSection={
                <Kbd size="xs" className={classes['key'] ?? ''}>
                    {hotkey}
                </Kbd>
            }
            aria-keyshortcuts={hotkey}
            onClick={onClick}
        >
            {action === 'schedule' && isRescheduled ? 'Choose another time' : label}
        </Button>
    );
    if (!unless) return button;
    return (
        <Tooltip label={unless} multiline maw={260}>
            {/* A disabled control gets neither focus nor pointer events, so the wrapper must. */}
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
            <span role="note" aria-label={`${label}: ${unless}`} tabIndex={0}>
                {button}
            </span>
        </Tooltip>
    );
}

interface MoveProps extends Props {
    action: RequestAction;
    isReasonRequired: boolean;
    onClose: () => void;
}

function MoveDialog({ action, request, seenHash, isReasonRequired, onClose }: MoveProps) {
    const { label, about, target } = ACTION_TEXTS[action];
    const [time, setTime] = useState<Time>(() => timeOf(request));
    const isEmergency = action === 'break-glass';
    const instant = instantIn(time.timeZone, time.local);
    const isFuture = instant !== undefined && Date.parse(instant) > Date.now();
    const isApplying = action === 'apply' || action === 'approve-and-apply';
    const isTextNeeded = isEmergency || (isReasonRequired && isApplying);
    // If applying fails, the request stays approved, and the next attempt only applies it.
    const isBoth = action === 'approve-and-apply' && request.state !== 'Approved';
    const isOnlyApplied = isApplying && !isBoth;
    const hasImpact = WITH_IMPACT.includes(action);
    const form = useForm({
        values: { text: '' },
        change: useMoveRequest({ projectId: request.project, id: request.id }),
        input: ({ text }) => {
            const words = text.trim();
            const reason = isReasonRequired && isApplying ? { reason: words } : {};
            const applied = { state: 'Applied' as const, contentHash: seenHash, ...reason };
            return {
                ...(isOnlyApplied ? applied : { state: target }),
                ...((isBoth || action === 'approve' || action === 'schedule') && { contentHash: seenHash }),
                ...(action === 'schedule' && instant && { scheduledAt: instant, timeZone: time.timeZone }),
                ...(isEmergency && { breakGlass: true, reason: words }),
                ...(!isEmergency && words && { comment: words }),
                ...(isBoth && { next: applied }),
            };
        },
        onSaved: onClose,
    });
    const isTextMissing = isTextNeeded && form.values.text.trim() === '';
    return (
        <FormDialog
            {...form.dialog}
            title={`${label}: ${request.title}`}
            size={hasImpact ? 'lg' : 'md'}
            isSteady={hasImpact}
            onClose={onClose}
            submit={label}
            isDangerous={action === 'reject' || isEmergency}
            isDisabled={isTextMissing || (action === 'schedule' && !isFuture)}
        >
            <Text size="sm" c="dimmed">
                {action === 'approve-and-apply' && isOnlyApplied ? 'Approved, but not applied yet.' : about}
            </Text>
            {action === 'schedule' && (
                <TimeFields
                    value={time}
                    onChange={setTime}
                    problem={isFuture ? undefined : 'Pick a time in the future'}
                />
            )}
            {hasImpact && <RequestEffect request={request} />}
            <Textarea
                label={isEmergency ? 'Reason for not waiting' : reasonLabel(isTextNeeded)}
                autosize
                minRows={2}
                maxLength={isEmergency ? 500 : 1000}
                data-autofocus
                {...form.field('text')}
            />
            {action === 'approve' && <StillNeeded request={request} />}
        </FormDialog>
    );
}

const reasonLabel = (isNeeded: boolean) => (isNeeded ? 'Reason' : 'Comment (optional)');

/** The number of approvals that are missing after this one. */
function StillNeeded({ request: { needed } }: { request: ChangeRequest }) {
    const more = needed ? needed.approvals - needed.given - 1 : 0;
    if (more < 1) return null;
    return (
        <Text size="xs" c="dimmed">
            Still needed after this: {more} more.
        </Text>
    );
}

/** Returns the scheduled time of a request, or an initial value. */
function timeOf({ schedule }: ChangeRequest): Time {
    if (!schedule) return tomorrow();
    return { local: localIn(schedule.timeZone, schedule.scheduledAt), timeZone: schedule.timeZone };
}
