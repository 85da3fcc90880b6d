import { Anchor, Button, MultiSelect, Textarea, TextInput } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useLayoutEffect, useState } from 'react';
import { Confirm } from '../../../components/forms/Confirm.tsx';
import { FormError } from '../../../components/forms/FormError.tsx';
import { useNavigateAfterSave } from '../../../components/forms/use-navigate-after-save.ts';
import { EnvironmentMark } from '../../../components/layout/SignalFlag.tsx';
import { QueryContent, Rows } from '../../../components/layout/States.tsx';
import { count } from '../../../components/text/numbers.ts';
import { useEnvironments } from '../../environments/environment.queries.ts';
import { useProject } from '../../projects/project.queries.ts';
import { useSession } from '../../session/session.queries.ts';
import { useApprovalSettings } from '../approvals/approvals.queries.ts';
import { RequestLink } from '../lists/RequestLink.tsx';
import { ChangeList } from '../request/ChangeList.tsx';
import { changeCount } from '../request/change-count.ts';
import { useDiscardRequest, useMoveRequest, useSetReviewers, useSetTitle } from '../request/change-request.changes.ts';
import { type ChangeRequest, type RequestAt, useRequest, useReviewers } from '../request/change-request.queries.ts';
import { isUntitled } from '../request/change-sentences.ts';
import { nameOfReviewer } from '../request/people.ts';
import classes from './DraftTray.module.css';

const MAX_REVIEWERS = 10;

interface Props {
    at: RequestAt;
    /** Called when the draft has input that is not saved, and when it no longer has. */
    onDirty: (id: number, isDirty: boolean) => void;
    onSent: () => void;
}

/** The draft for one environment until it is sent to review. */
export function DraftInTray({ at, ...tell }: Props) {
    const request = useRequest(at);
    return (
        <QueryContent query={request} skeleton={<Rows count={3} />}>
            {(data) => <Draft at={at} draft={data} {...tell} />}
        </QueryContent>
    );
}

function Draft({ at, draft, onDirty, onSent }: Props & { draft: ChangeRequest }) {
    const { environment } = draft;
    const { data: environments = [] } = useEnvironments();
    const { data: project } = useProject(at.projectId);
    const { data: settings } = useApprovalSettings({ project: at.projectId, environment });
    const { data: session } = useSession();
    const { data: candidates = [] } = useReviewers({ projectId: at.projectId, environment });
    const move = useMoveRequest(at);
    const rename = useSetTitle(at);
    const reviewersChange = useSetReviewers(at);
    const discard = useDiscardRequest();
    const begin = useNavigateAfterSave();
    const [title, setTitle] = useState<string>();
    const [comment, setComment] = useState('');
    const [reviewers, setReviewers] = useState<string[]>([]);
    const [isSending, setIsSending] = useState(false);
    const isReasonNeeded = settings?.rules.reasonRequired === true && comment.trim() === '';
    const others = candidates.filter(({ id }) => id !== session?.user.id);
    const isTitled = title !== undefined && title.trim() !== '' && title.trim() !== draft.title;

    const isDirty = comment.trim() !== '' || reviewers.length > 0;
    // A layout effect runs before the next key press, such as Escape.
    useLayoutEffect(() => {
        onDirty(at.id, isDirty);
        return () => onDirty(at.id, false);
    }, [onDirty, at.id, isDirty]);

    async function send() {
        const navigate = begin();
        setIsSending(true);
        // The last edit is saved before sending.
        if (isTitled) await rename.mutateAsync(title.trim());
        if (reviewers.length > 0) await reviewersChange.mutateAsync(reviewers.map(Number));
        await move.mutateAsync({ state: 'In review', ...(comment.trim() && { comment: comment.trim() }) });
        // All input was sent with the request.
        onSent();
        await navigate({
            to: '/projects/$projectId/change-requests/$id',
            params: { projectId: at.projectId, id: String(at.id) },
        });
    }

    return (
        <section
            className={classes['draft']}
            aria-label={`Draft “${draft.title}” for ${environment} of ${at.projectId}`}
        >
            <div className={classes['head']}>
                <EnvironmentMark type={environments.find(({ name }) => name === environment)?.type} width={16} />
                <h2>{environment}</h2>
                <span>
                    {project?.name ?? at.projectId} · {count(changeCount(draft), 'change')}
                    {draft.origin !== 'person' && ` · from ${draft.origin === 'agent' ? 'an agent' : 'a pipeline'}`}
                </span>
            </div>
            <ChangeList request={draft} isEditable />
            <TextInput
                label="Title"
                maxLength={200}
                placeholder={draft.title}
                value={title ?? (isUntitled(draft) ? '' : draft.title)}
                onChange={(event) => setTitle(event.currentTarget.value)}
                onBlur={() => isTitled && rename.mutate(title.trim())}
            />
            <Textarea
                label={settings?.rules.reasonRequired ? 'Reason' : 'Reason (optional)'}
                placeholder="What reviewers should know"
                autosize
                minRows={2}
                maxLength={1000}
                value={comment}
                onChange={(event) => setComment(event.currentTarget.value)}
            />
            <MultiSelect
                label="Reviewers (optional)"
                placeholder={reviewers.length === 0 ? 'Anyone who can approve' : undefined}
                searchable
                maxValues={MAX_REVIEWERS}
                data={others.map((reviewer) => ({ value: String(reviewer.id), label: nameOfReviewer(reviewer) }))}
                value={reviewers}
                onChange={setReviewers}
                nothingFoundMessage="Nobody else can approve here yet. An owner of the project can add approvers."
            />
            {draft.needed && draft.needed.missing.length > 0 && (
                <p className={classes['needs']}>{draft.needed.missing.join(' ')}</p>
            )}
            <FormError error={move.error} />
            <div className={classes['actions']}>
                <Confirm
                    title={`Discard “${draft.title}”?`}
                    verb="Discard draft"
                    action={() => discard.mutateAsync({ at, title: draft.title })}
                    trigger={
                        <Anchor component="button" type="button" size="xs">
                            Discard draft
                        </Anchor>
                    }
                >
                    {count(changeCount(draft), 'change')} will be deleted. Nothing has been applied yet.
                </Confirm>
                <Anchor size="xs" component={RequestLink} project={at.projectId} request={at.id}>
                    Impact
                </Anchor>
                <Button
                    leftSection={<IconSend size={15} />}
                    // Pressing the button ends the edit of the title, which saves it: a button that is disabled meanwhile would lose the click.
                    loading={isSending}
                    disabled={isReasonNeeded || changeCount(draft) === 0}
                    // The error is shown above.
                    onClick={() =>
                        void send()
                            .catch(() => undefined)
                            .finally(() => setIsSending(false))
                    }
                >
                    Send to review
                </Button>
            </div>
        </section>
    );
}
