import { Anchor, Button, Text } from '@mantine/core';
import { IconPlus, IconTargetArrow } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Segment } from '../../api/types.ts';
import { PermissionControl } from '../../components/access/PermissionControl.tsx';
import { Empty, QueryContent, Rows } from '../../components/layout/States.tsx';
import { RowActions } from '../../components/lists/RowActions.tsx';
import { Table } from '../../components/lists/Table.tsx';
import { UseCount } from '../../components/lists/UseCount.tsx';
import { ConstraintText } from '../strategies/Sentence.tsx';
import { useDeleteSegment, useSegments, useSegmentUses } from './segment.queries.ts';

interface Props {
    /** Only the segments of this project. */
    projectId?: string;
    onEdit: (segment: Segment) => void;
}

export function SegmentTable({ projectId, onEdit }: Props) {
    const segments = useSegments(projectId);
    const remove = useDeleteSegment();
    return (
        <QueryContent query={segments}>
            {(list) =>
                list.length === 0 ? (
                    <Empty
                        title={projectId ? 'No segments of its own' : 'No segments yet'}
                        icon={<IconTargetArrow size={22} />}
                    >
                        Use a segment for constraints that several strategies share, such as “beta testers” or “Nordic
                        customers”: edit once, apply everywhere.
                    </Empty>
                ) : (
                    <Table
                        label="Segments"
                        rows={list}
                        rowKey={({ id }) => id}
                        find={({ name, description }) => `${name} ${description ?? ''}`}
                        columns={[
                            {
                                title: 'Name',
                                isMain: true,
                                width: '26%',
                                sort: ({ name }) => name,
                                cell: ({ id, name, description }) => (
                                    <div>
                                        <Anchor
                                            fw={600}
                                            renderRoot={(props) => (
                                                <Link
                                                    to="/segments/$segmentId"
                                                    params={{ segmentId: String(id) }}
                                                    {...props}
                                                />
                                            )}
                                        >
                                            {name}
                                        </Anchor>
                                        {description && (
                                            <Text size="xs" c="dimmed">
                                                {description}
                                            </Text>
                                        )}
                                    </div>
                                ),
                            },
                            {
                                title: 'Who',
                                cell: ({ constraints }) => (
                                    <div>
                                        <SegmentConstraints constraints={constraints} />
                                    </div>
                                ),
                            },
                            ...(projectId
                                ? []
                                : [
                                      {
                                          title: 'Project',
                                          width: 120,
                                          cell: ({ project }: Segment) => project ?? 'all',
                                      },
                                  ]),
                            {
                                title: 'Used in',
                                width: 110,
                                sort: ({ usedInFeatures }) => usedInFeatures ?? 0,
                                cell: ({ id, usedInFeatures = 0 }) => <SegmentUses id={id} count={usedInFeatures} />,
                            },
                        ]}
                        actions={(segment) => (
                            <RowActions
                                name={`segment ${segment.name}`}
                                project={segment.project ?? undefined}
                                edit={{
                                    needs: ['UPDATE_SEGMENT', ...ofProject(segment)],
                                    action: () => onEdit(segment),
                                }}
                                locked={
                                    segment.usedInFeatures
                                        ? 'Used by strategies: remove it from them first.'
                                        : undefined
                                }
                                remove={{
                                    needs: ['DELETE_SEGMENT', ...ofProject(segment)],
                                    action: () => remove.mutateAsync(segment),
                                    warning: 'No strategy uses it.',
                                }}
                            />
                        )}
                        actionsWidth={80}
                    />
                )
            }
        </QueryContent>
    );
}

/** Users who manage the segments of a project may change those of their project. */
export const ofProject = ({ project }: Segment) => (project ? (['UPDATE_PROJECT_SEGMENT'] as const) : []);

export function NewSegmentButton({ projectId, onClick }: { projectId?: string | undefined; onClick: () => void }) {
    return (
        <PermissionControl
            to={projectId ? ['CREATE_SEGMENT', 'UPDATE_PROJECT_SEGMENT'] : 'CREATE_SEGMENT'}
            project={projectId}
        >
            <Button leftSection={<IconPlus size={15} />} onClick={onClick}>
                New segment
            </Button>
        </PermissionControl>
    );
}

/** The constraints of a segment in words. */
export function SegmentConstraints({ constraints }: { constraints: Segment['constraints'] }) {
    if (constraints.length === 0) return 'Everyone';
    return constraints.map((constraint, index) => (
        // Constraints have no id and are read-only here.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <span key={index}>
            {index > 0 && <b> and </b>}
            <ConstraintText constraint={constraint} />
        </span>
    ));
}

function SegmentUses({ id, count }: { id: number; count: number }) {
    const [isOpen, setIsOpen] = useState(false);
    return <UseCount count={count} onOpen={() => setIsOpen(true)} list={isOpen ? <SegmentUseList id={id} /> : null} />;
}

function SegmentUseList({ id }: { id: number }) {
    const uses = useSegmentUses(id);
    return (
        <QueryContent query={uses} skeleton={<Rows count={1} />}>
            {(list) => <UseCount.List uses={list} />}
        </QueryContent>
    );
}
