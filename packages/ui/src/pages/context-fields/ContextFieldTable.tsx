import { Badge, Button, Group, Text } from '@mantine/core';
import { IconListDetails, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { ContextField } from '../../api/types.ts';
import type { RequiredPermission } from '../../components/access/may.ts';
import { PermissionControl } from '../../components/access/PermissionControl.tsx';
import { Empty, QueryContent, Rows } from '../../components/layout/States.tsx';
import { RowActions } from '../../components/lists/RowActions.tsx';
import { Table } from '../../components/lists/Table.tsx';
import { UseCount } from '../../components/lists/UseCount.tsx';
import { useContextFields, useContextFieldUses, useDeleteContextField } from './context-field.queries.ts';

interface Props {
    /** Only the fields of this project. */
    projectId?: string;
    onEdit: (field: ContextField) => void;
}

export function ContextFieldTable({ projectId, onEdit }: Props) {
    const fields = useContextFields(projectId);
    const remove = useDeleteContextField();
    return (
        <QueryContent query={fields}>
            {(list) =>
                list.length === 0 ? (
                    <Empty
                        title={projectId ? 'No context fields of its own' : 'No context fields yet'}
                        icon={<IconListDetails size={22} />}
                    >
                        Define the fields that applications send and their legal values; constraints then offer them.
                    </Empty>
                ) : (
                    <Table
                        label="Context fields"
                        rows={list}
                        rowKey={({ name }) => name}
                        find={({ name, description }) => `${name} ${description ?? ''}`}
                        columns={[
                            {
                                title: 'Name',
                                isMain: true,
                                sort: ({ name }) => name,
                                cell: ({ name, description, stickiness }) => (
                                    <div>
                                        <Group gap={8}>
                                            <b>{name}</b>
                                            {stickiness && (
                                                <Badge size="xs" color="tide">
                                                    sticky
                                                </Badge>
                                            )}
                                        </Group>
                                        {description && (
                                            <Text size="xs" c="dimmed">
                                                {description}
                                            </Text>
                                        )}
                                    </div>
                                ),
                            },
                            {
                                title: 'Legal values',
                                cell: ({ legalValues }) =>
                                    legalValues.length === 0 ? 'any' : legalValues.map(({ value }) => value).join(', '),
                            },
                            ...(projectId
                                ? []
                                : [
                                      {
                                          title: 'Project',
                                          width: 120,
                                          cell: ({ project }: ContextField) => project ?? 'all',
                                      },
                                  ]),
                            {
                                title: 'Used in',
                                width: 110,
                                sort: ({ usedInFeatures }) => usedInFeatures ?? 0,
                                cell: ({ name, usedInFeatures }) => (
                                    <FieldUses name={name} count={usedInFeatures ?? 0} />
                                ),
                            },
                        ]}
                        actions={(field) => (
                            <RowActions
                                name={`context field ${field.name}`}
                                project={field.project ?? undefined}
                                edit={{
                                    needs: ['UPDATE_CONTEXT_FIELD', ...ofProject(field)],
                                    action: () => onEdit(field),
                                }}
                                locked={
                                    field.usedInFeatures ? 'Used by strategies: remove it from them first.' : undefined
                                }
                                remove={{
                                    needs: ['DELETE_CONTEXT_FIELD', ...ofProject(field)],
                                    action: () => remove.mutateAsync(field),
                                    warning: 'Applications can still send it, but constraints no longer offer it.',
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

const ofProject = ({ project }: ContextField) => (project ? (['UPDATE_PROJECT_CONTEXT'] as const) : []);

interface ButtonProps {
    projectId?: string | undefined;
    onClick: () => void;
}

export function NewContextFieldButton({ projectId, onClick }: ButtonProps) {
    const needs: RequiredPermission = projectId
        ? ['CREATE_CONTEXT_FIELD', 'UPDATE_PROJECT_CONTEXT']
        : 'CREATE_CONTEXT_FIELD';
    return (
        <PermissionControl to={needs} project={projectId}>
            <Button leftSection={<IconPlus size={15} />} onClick={onClick}>
                New context field
            </Button>
        </PermissionControl>
    );
}

function FieldUses({ name, count }: { name: string; count: number }) {
    const [isOpen, setIsOpen] = useState(false);
    return (
        <UseCount count={count} onOpen={() => setIsOpen(true)} list={isOpen ? <FieldUseList name={name} /> : null} />
    );
}

function FieldUseList({ name }: { name: string }) {
    const uses = useContextFieldUses(name);
    return (
        <QueryContent query={uses} skeleton={<Rows count={1} />}>
            {(list) => <UseCount.List uses={list} />}
        </QueryContent>
    );
}
