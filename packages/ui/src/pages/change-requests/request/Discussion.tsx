import { Avatar, Group, Kbd, Text, Textarea } from '@mantine/core';
import { getHotkeyHandler, useHotkeys } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { SHORTCUTS } from '../../../app/shortcuts.ts';
import { DiscardDialog } from '../../../components/forms/FormDialog.tsx';
import { FormError } from '../../../components/forms/FormError.tsx';
import { useUnsaved } from '../../../components/forms/use-unsaved.ts';
import { Panel } from '../../../components/layout/Panel.tsx';
import { SubmitButton } from '../../../components/SubmitButton.tsx';
import { RelativeTime } from '../../../components/time/time.tsx';
import { useComment } from './change-request.changes.ts';
import type { ChangeRequest } from './change-request.queries.ts';
import classes from './Request.module.css';

/** The comments on a request. Reviewers request changes with a comment. */
export function Discussion({ request, isOpen }: { request: ChangeRequest; isOpen: boolean }) {
    const { comments, project: projectId, id } = request;
    const comment = useComment({ projectId, id });
    const [text, setText] = useState('');
    const field = useRef<HTMLTextAreaElement>(null);
    const { confirmation } = useUnsaved(text.trim() !== '', () => setText(''));
    useHotkeys([[SHORTCUTS.comment.keys, () => field.current?.focus()]]);
    const send = () => {
        const sent = text.trim();
        // A comment that the user continued while it was sent is kept.
        if (sent) comment.mutate(sent, { onResponse: () => setText((now) => (now.trim() === sent ? '' : now)) });
    };
    return (
        <Panel title="Discussion">
            {comments.length === 0 && (
                <Text size="sm" c="dimmed" mb={isOpen ? 'sm' : 0}>
                    {isOpen
                        ? 'No comments yet. To request a change, describe it here: the author edits the request, and it is reviewed again.'
                        : 'No comments.'}
                </Text>
            )}
            {comments.length > 0 && (
                <ul className={classes['comments']} aria-label="Comments">
                    {comments.map(({ id: key, text: commentText, createdBy, createdAt }) => (
                        <li key={key}>
                            <Avatar name={createdBy.name} size={26} color="tide" radius="xl" />
                            <div>
                                <Group gap={6}>
                                    <b>{createdBy.name}</b>
                                    <RelativeTime at={createdAt} size="xs" c="dimmed" />
                                </Group>
                                <p>{commentText}</p>
                            </div>
                        </li>
                    ))}
                </ul>
            )}
            {isOpen && (
                <form
                    className={classes['write']}
                    onSubmit={(event) => {
                        event.preventDefault();
                        send();
                    }}
                >
                    <Textarea
                        ref={field}
                        aria-label="Comment"
                        aria-keyshortcuts="C"
                        placeholder="Write a comment"
                        autosize
                        minRows={2}
                        maxLength={1000}
                        value={text}
                        onChange={(event) => setText(event.currentTarget.value)}
                        onKeyDown={getHotkeyHandler([['mod+Enter', send]])}
                    />
                    <FormError error={comment.error} />
                    <SubmitButton
                        variant="default"
                        loading={comment.isPending}
                        disabled={text.trim() === ''}
                        rightSection={<Kbd size="xs">C</Kbd>}
                    >
                        Comment
                    </SubmitButton>
                </form>
            )}
            {confirmation && <DiscardDialog onDiscard={confirmation.discard} onStay={confirmation.stay} />}
        </Panel>
    );
}
