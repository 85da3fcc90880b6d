import { Alert, Button, Drawer, Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { NewStrategy } from '../../api/types.ts';
import type { WriteMode } from '../../api/write-mode.ts';
import { Diff } from '../../components/diff/Diff.tsx';
import { DiscardDialog } from '../../components/forms/FormDialog.tsx';
import { FormError } from '../../components/forms/FormError.tsx';
import { SubmitNote } from '../../components/forms/SubmitNote.tsx';
import { SUBMIT_SHORTCUT, submitByShortcut } from '../../components/forms/submit-shortcut.ts';
import { useFocusBack } from '../../components/forms/use-focus-back.ts';
import { useUnsaved } from '../../components/forms/use-unsaved.ts';
import { EnvironmentMark } from '../../components/layout/SignalFlag.tsx';
import { SubmitButton } from '../../components/SubmitButton.tsx';
import { useApprovalFlow } from '../change-requests/approvals/use-approval-flow.tsx';
import { WhatIf } from '../effects/WhatIf.tsx';
import type { RehearsalBase, WhatIfProposal } from '../effects/what-if.queries.ts';
import { useSegments } from '../segments/segment.queries.ts';
import { constraintGap } from './constraint-gap.ts';
import { type Draft, differ, rebase, toBody } from './draft.ts';
import { hasPayloadGap } from './PayloadEditor.tsx';
import { StrategySentence } from './Sentence.tsx';
import classes from './StrategyEditor.module.css';
import { Section, StrategyFields } from './StrategyFields.tsx';

interface Props {
    title: string;
    projectId: string;
    /** Undefined for default strategies of future flags. */
    flag?: string;
    environment: { name: string; type: string };
    /** The strategy on the server. Other users may change it while it is edited. */
    start: Draft;
    /** Whether the strategy is created, not edited. */
    isNew?: boolean;
    /** Whether another user deleted the strategy while it was edited. */
    isRemoved?: boolean;
    canChooseType?: boolean;
    defaultStickiness: string;
    /** The change for a rehearsal. Without it, only the difference is shown. */
    proposal?: (body: NewStrategy) => WhatIfProposal;
    /** An additional change that the review offers, such as turning the flag on. */
    offer?: ReactNode;
    /** The strategy is part of a change request, where others review it, or of a template. Saving does not change the live state. */
    savesIn?: 'request' | 'template';
    /** The warning before a change of a production environment. */
    warning: string;
    save: {
        mutate: (body: NewStrategy, options: { mode: WriteMode; onSuccess: () => void; onError: () => void }) => void;
        isPending: boolean;
        isSuccess: boolean;
        error: unknown;
    };
    onClose: () => void;
}

/** The editor of a strategy. Before a production environment changes, the difference is shown. */
export function StrategyDrawer(props: Props) {
    const { title, projectId, flag, environment, start, isNew = false, isRemoved = false, save, onClose } = props;
    useFocusBack();
    // The initial draft. Data loaded later does not change a new strategy.
    const [base, setBase] = useState(start);
    const [draft, setDraft] = useState(start);
    const [isReviewing, setIsReviewing] = useState(false);
    const [showsGaps, setShowsGaps] = useState(false);
    const { data: segments = [] } = useSegments();
    const proposed = props.proposal?.(toBody(draft));
    const { savesIn } = props;
    // Defaults for new flags and changes inside a request or a template affect nobody now.
    const approvalFlow = useApprovalFlow(
        flag === undefined || savesIn ? undefined : { project: projectId, environment: environment.name },
        proposed,
    );
    const isReviewed = !savesIn && (environment.type === 'production' || approvalFlow.isProtected);
    const isTouched = differ(base, draft);
    const { close, leave, confirmation } = useUnsaved(isTouched, onClose);
    const isSaved = isNew || save.isPending || save.isSuccess;
    const isChanged = hasConcurrentChange({ base, start, draft }, isSaved);

    function take(next: Draft) {
        setBase(start);
        setDraft(next);
        setIsReviewing(false);
    }
    if (isChanged && !isTouched) take(start);

    function submit() {
        if (isChanged) return;
        if (hasGaps(draft)) setShowsGaps(true);
        else if (isReviewed && !isReviewing) setIsReviewing(true);
        else {
            approvalFlow.make(
                (mode) => save.mutate(toBody(draft), { mode, onSuccess: leave, onError: () => setIsReviewing(false) }),
                leave,
            );
        }
    }

    return (
        <Drawer
            opened
            onClose={close}
            closeOnEscape={!confirmation}
            size={680}
            title={
                <Group gap={9}>
                    {savesIn !== 'template' && <EnvironmentMark type={environment.type} width={16} />}
                    {title}
                </Group>
            }
            classNames={{ body: classes['body'] ?? '', content: classes['content'] ?? '' }}
            closeButtonProps={{ 'aria-label': 'Close' }}
            onKeyDown={submitByShortcut}
        >
            <form
                className={classes['form']}
                noValidate
                onSubmit={(event) => {
                    event.preventDefault();
                    // The drawer may be rendered inside another form's component tree, such as the one of a template.
                    event.stopPropagation();
                    submit();
                }}
            >
                {/* The review starts at the top, regardless of the scroll position of the fields. */}
                <div key={String(isReviewing)} className={classes['scroll']}>
                    <div className={classes['sentence']}>
                        <StrategySentence strategy={draft} segments={segments} />
                    </div>
                    {isReviewing ? (
                        <Section title="Review" about={props.warning}>
                            <Notice>{approvalFlow.notice}</Notice>
                            <Notice>{props.offer}</Notice>
                            <Review
                                proposal={proposed}
                                base={approvalFlow.base}
                                isSending={save.isPending}
                                difference={
                                    <Diff before={isNew || isRemoved ? {} : toBody(base)} after={toBody(draft)} />
                                }
                            />
                            {approvalFlow.fields}
                        </Section>
                    ) : (
                        <StrategyFields
                            draft={draft}
                            onChange={setDraft}
                            projectId={projectId}
                            flag={flag}
                            segments={segments}
                            defaultStickiness={props.defaultStickiness}
                            canChooseType={props.canChooseType ?? false}
                            showsGaps={showsGaps}
                        />
                    )}
                </div>
                <div className={classes['footer']}>
                    {isRemoved && (
                        <Alert color="brass" icon={<IconAlertTriangle size={16} />} role="alert" mb="xs">
                            This strategy was deleted in the meantime. Saving adds it again.
                        </Alert>
                    )}
                    {isChanged && (
                        <ConcurrentChange
                            before={base}
                            after={start}
                            onKeep={() => take(rebase(draft, base, start))}
                            onDiscard={() => take(start)}
                        />
                    )}
                    <FormError error={save.error ?? approvalFlow.error} />
                    <Group justify="flex-end" gap="xs" mt="xs">
                        <SubmitNote />
                        <Buttons
                            approvalFlow={approvalFlow}
                            begins={beginLabel(isReviewed, savesIn)}
                            saves={`Save to ${environment.name}`}
                            isReviewing={isReviewing}
                            isSaving={save.isPending}
                            isBlocked={isChanged}
                            onBack={() => setIsReviewing(false)}
                            onCancel={close}
                        />
                    </Group>
                </div>
            </form>
            {/* Mounted only when needed: otherwise it would receive the same Escape key. */}
            {confirmation && <DiscardDialog onDiscard={confirmation.discard} onStay={confirmation.stay} />}
        </Drawer>
    );
}

interface ButtonsProps {
    approvalFlow: ReturnType<typeof useApprovalFlow>;
    /** The label of the button before the review, and during it. */
    begins: string;
    saves: string;
    isReviewing: boolean;
    isSaving: boolean;
    isBlocked: boolean;
    onBack: () => void;
    onCancel: () => void;
}

function Buttons({ approvalFlow, begins, saves, isReviewing, isSaving, isBlocked, onBack, onCancel }: ButtonsProps) {
    return (
        <>
            <Button variant="default" onClick={isReviewing ? onBack : onCancel}>
                {isReviewing ? 'Back' : 'Cancel'}
            </Button>
            <SubmitButton
                aria-keyshortcuts={SUBMIT_SHORTCUT}
                loading={isSaving || approvalFlow.isBusy}
                disabled={isBlocked || (isReviewing && !approvalFlow.isWhole)}
                {...(isReviewing && { alternatives: approvalFlow.alternatives })}
            >
                {isReviewing ? approvalFlow.verb(saves) : begins}
            </SubmitButton>
        </>
    );
}

const Notice = ({ children }: { children: ReactNode }) =>
    children ? <div className={classes['notice']}>{children}</div> : null;

/** Whether another user changed the strategy. The refetch after saving also updates `start`. */
const hasConcurrentChange = ({ base, start, draft }: Record<'base' | 'start' | 'draft', Draft>, isSaved: boolean) =>
    !isSaved && differ(base, start) && differ(start, draft);

const beginLabel = (isReviewed: boolean, savesIn: Props['savesIn']) =>
    isReviewed ? 'Review' : SAVE[savesIn ?? 'flag'];

const hasGaps = ({ constraints, variants }: Draft) =>
    constraints.some((constraint) => constraintGap(constraint) !== undefined) || variants.some(hasPayloadGap);

interface ConcurrentChangeProps {
    before: Draft;
    after: Draft;
    onKeep: () => void;
    onDiscard: () => void;
}

/** A change by another user, which the draft does not contain. */
function ConcurrentChange({ before, after, onKeep, onDiscard }: ConcurrentChangeProps) {
    return (
        <Alert
            color="brass"
            icon={<IconAlertTriangle size={16} />}
            role="alert"
            mb="xs"
            title="This strategy was changed in the meantime"
        >
            <div className={classes['meanwhile']}>
                <Diff before={toBody(before)} after={toBody(after)} />
            </div>
            <Group gap="xs" mt="xs">
                <Button size="compact-xs" onClick={onKeep}>
                    Keep my changes
                </Button>
                <Button size="compact-xs" variant="default" onClick={onDiscard}>
                    Use their version
                </Button>
            </Group>
        </Alert>
    );
}

const SAVE = { flag: 'Save strategy', request: 'Save in the request', template: 'Keep strategy' };

interface ReviewProps {
    proposal: WhatIfProposal | undefined;
    base: RehearsalBase | undefined;
    isSending: boolean;
    difference: ReactNode;
}

const Review = ({ proposal, base, isSending, difference }: ReviewProps) =>
    proposal ? <WhatIf change={proposal} base={base} isSending={isSending} otherwise={difference} /> : difference;
