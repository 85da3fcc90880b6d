import { MultiSelect, Text } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed, IconUserQuestion } from '@tabler/icons-react';
import { Panel } from '../../../components/layout/Panel.tsx';
import { useSession } from '../../session/session.queries.ts';
import { useSetReviewers } from './change-request.changes.ts';
import { type ChangeRequest, useRequestedReviewers, useReviewers } from './change-request.queries.ts';
import { nameOfReviewer } from './people.ts';
import classes from './Request.module.css';

interface Props {
    request: ChangeRequest;
    isAuthor: boolean;
}

/** The existing, missing and requested approvals. */
export function ApprovalProgress({ request, isAuthor }: Props) {
    const { project: projectId, id, approvals, contentHash, needed, state } = request;
    const { data: requested = [] } = useRequestedReviewers({ projectId, id });
    const valid = approvals.filter((approval) => approval.contentHash === contentHash);
    const waiting = requested.filter((reviewer) => !valid.some(({ createdBy }) => createdBy.id === reviewer.id));
    const canRequestReview = isAuthor && (state === 'Draft' || state === 'In review');
    return (
        <Panel title="Approvals" about={needed && `${needed.given} of ${needed.approvals} given`}>
            <div className={classes['needed']}>
                <ul aria-label="Approvals">
                    {valid.map(({ createdBy }) => (
                        <li key={createdBy.id}>
                            <IconCircleCheck size={16} color="var(--mantine-color-green-6)" />
                            {createdBy.name} approved
                        </li>
                    ))}
                    {needed?.missing.map((sentence) => (
                        <li key={sentence}>
                            <IconCircleDashed size={16} />
                            {sentence}
                        </li>
                    ))}
                    {waiting.map((reviewer) => (
                        <li key={reviewer.id}>
                            <IconUserQuestion size={16} />
                            {nameOfReviewer(reviewer)}: review requested
                        </li>
                    ))}
                </ul>
                {valid.length === 0 && !needed && (
                    <Text size="sm" c="dimmed">
                        No approvals yet.
                    </Text>
                )}
                {canRequestReview && (
                    <RequestReviewers request={request} reviewers={requested.map((reviewer) => reviewer.id)} />
                )}
            </div>
        </Panel>
    );
}

function RequestReviewers({ request, reviewers: requested }: { request: ChangeRequest; reviewers: number[] }) {
    const { project: projectId, environment, id } = request;
    const { data: session } = useSession();
    const { data: candidates = [] } = useReviewers({ projectId, environment });
    const set = useSetReviewers({ projectId, id });
    return (
        <MultiSelect
            label="Request review"
            size="xs"
            searchable
            maxValues={10}
            data={candidates
                .filter((reviewer) => reviewer.id !== session?.user.id)
                .map((reviewer) => ({ value: String(reviewer.id), label: nameOfReviewer(reviewer) }))}
            value={requested.map(String)}
            onChange={(next) => set.mutate(next.map(Number))}
            disabled={set.isPending}
            nothingFoundMessage="Nobody else can approve here yet"
        />
    );
}
