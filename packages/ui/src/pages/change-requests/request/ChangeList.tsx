import { ActionIcon, Alert, Group, Text, Tooltip } from '@mantine/core';
import { IconAlertTriangle, IconCalendarEvent, IconPencil, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';
import { lazyComponent } from '../../../components/layout/lazy.tsx';
import { BeforeAndAfter, Sentences } from '../../effects/Changes.tsx';
import { useSegments } from '../../segments/segment.queries.ts';
import { RequestLink } from '../lists/RequestLink.tsx';
import classes from './ChangeList.module.css';
import { changeAction } from './change-actions.ts';
import { useDiscardChange } from './change-request.changes.ts';
import type { ChangeRequest, ListedChangeRequest, RequestAt } from './change-request.queries.ts';
import { describeChange, describeReference } from './change-sentences.ts';
import { allChanges, type RequestedChange, toProposed } from './requested-changes.ts';

const DecisionEvidence = lazyComponent(() => import('../../experiments/DecisionEvidence.tsx'), 'DecisionEvidence');
const EditStrategy = lazyComponent(() => import('./EditStrategy.tsx'), 'EditStrategy');

interface Props {
    request: ListedChangeRequest | ChangeRequest;
    /** Whether the user is the author, who can remove and edit changes. */
    isEditable: boolean;
    /** The message for a change that cannot be applied at the moment. */
    conflict?: (change: RequestedChange) => ReactNode;
}

/** The changes of a request as sentences, grouped by flag. */
export function ChangeList({ request, isEditable, conflict }: Props) {
    const at = { projectId: request.project, id: request.id };
    const [edited, setEdited] = useState<RequestedChange>();
    const groups = Map.groupBy(allChanges(request), ({ about }) => about);
    return (
        <>
            <ul className={classes['groups']} aria-label="Changes">
                {[...groups].map(([about, changes]) => (
                    <li key={about}>
                        <div className={classes['head']}>
                            <ChangeSubject at={at} change={changes[0]} />
                        </div>
                        <Problem text={changes[0]?.flagConflict} />
                        <ul className={classes['changes']}>
                            {changes.map((change) => (
                                <Change
                                    key={change.id}
                                    at={at}
                                    environment={request.environment}
                                    createdAt={request.createdAt}
                                    change={change}
                                    isEditable={isEditable}
                                    onEdit={() => setEdited(change)}
                                >
                                    {conflict?.(change)}
                                </Change>
                            ))}
                        </ul>
                        {changes[0]?.defaultChange && (
                            <Text size="xs" c="dimmed" px={12} pb={8}>
                                {changes[0].defaultChange}
                            </Text>
                        )}
                    </li>
                ))}
            </ul>
            {edited && (
                <Suspense fallback={null}>
                    <EditStrategy
                        at={at}
                        environment={request.environment}
                        change={edited}
                        onClose={() => setEdited(undefined)}
                    />
                </Suspense>
            )}
        </>
    );
}

function ChangeSubject({ at, change }: { at: RequestAt; change: RequestedChange | undefined }) {
    if (change?.feature) {
        return (
            <Link
                to="/projects/$projectId/features/$featureName"
                params={{ projectId: at.projectId, featureName: change.feature }}
            >
                {change.feature}
            </Link>
        );
    }
    return <b>{change?.name ? `Segment ${change.name}` : 'Settings'}</b>;
}

interface ChangeProps {
    at: RequestAt;
    environment: string;
    /** When the request was created. */
    createdAt: string;
    change: RequestedChange;
    isEditable: boolean;
    onEdit: () => void;
    children: ReactNode;
}

function Change({ at, environment, createdAt, change, isEditable, onEdit, children }: ChangeProps) {
    const { data: segments = [] } = useSegments();
    const discard = useDiscardChange(at, environment);
    const segmentName = (id: number) => segments.find((segment) => segment.id === id)?.name;
    const { title, before, after } = describeChange(change, segmentName);
    return (
        <li data-busy={discard.isPending || undefined}>
            <div className={classes['title']}>
                <span>{title}</span>
                {isEditable && (
                    <Group gap={2}>
                        {['added', 'changed'].includes(changeAction(change.action)?.strategy ?? '') && (
                            <Tooltip label="Edit">
                                <ActionIcon size="sm" aria-label={`Edit: ${title}, ${change.about}`} onClick={onEdit}>
                                    <IconPencil size={14} />
                                </ActionIcon>
                            </Tooltip>
                        )}
                        <Tooltip label="Remove">
                            <ActionIcon
                                size="sm"
                                aria-label={`Remove: ${title}, ${change.about}`}
                                loading={discard.isPending}
                                onClick={() => discard.mutate({ changeId: change.id, change: toProposed(change) })}
                            >
                                <IconTrash size={14} />
                            </ActionIcon>
                        </Tooltip>
                    </Group>
                )}
            </div>
            <Difference before={before} after={after} />
            {change.references.map((reference) => (
                <Text
                    key={`${reference.type} ${reference.name}`}
                    size="xs"
                    c="dimmed"
                    className={classes['note'] ?? ''}
                >
                    {describeReference(reference)}
                </Text>
            ))}
            {change.action === 'decideExperiment' && (
                <Suspense fallback={null}>
                    <DecisionEvidence projectId={at.projectId} payload={change.payload} at={createdAt} />
                </Suspense>
            )}
            {children ?? <Problem text={change.conflict} />}
            {change.scheduledToo.length > 0 && (
                <Text size="xs" c="dimmed" className={classes['note'] ?? ''}>
                    <IconCalendarEvent size={13} /> Also changed by scheduled requests:{' '}
                    {change.scheduledToo.map(({ id, title: other }, index) => (
                        <span key={id}>
                            {index > 0 && ', '}
                            <RequestLink project={at.projectId} request={id}>
                                {other ?? `#${id}`}
                            </RequestLink>
                        </span>
                    ))}
                </Text>
            )}
        </li>
    );
}

function Difference({ before, after }: { before: string[]; after: string[] }) {
    if (before.length + after.length === 0) return null;
    // Several sentences are compared one by one.
    if (before.length > 1 || after.length > 1) return <Sentences before={before} after={after} />;
    return <BeforeAndAfter before={before[0] ?? ''} after={after[0] ?? ''} />;
}

function Problem({ text }: { text: string | undefined }) {
    if (!text) return null;
    return (
        <Alert color="brass" icon={<IconAlertTriangle size={16} />} m={8}>
            {text}
        </Alert>
    );
}
