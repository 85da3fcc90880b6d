import { Badge, Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { PermissionControl } from '../../components/access/PermissionControl.tsx';
import { SecretDialog } from '../../components/forms/Secret.tsx';
import { Empty, QueryContent } from '../../components/layout/States.tsx';
import { RowActions } from '../../components/lists/RowActions.tsx';
import { Table } from '../../components/lists/Table.tsx';
import { RelativeTime } from '../../components/time/time.tsx';
import { NewTokenDialog } from './NewTokenDialog.tsx';
import { useDeleteToken, useTokens } from './token.queries.ts';

const CREATE = ['CREATE_CLIENT_API_TOKEN', 'CREATE_FRONTEND_API_TOKEN', 'ADMIN'] as const;
const DELETE = ['DELETE_CLIENT_API_TOKEN', 'DELETE_FRONTEND_API_TOKEN', 'ADMIN'] as const;

/** The tokens of the whole instance, or of one project. */
export function TokenTable({ projectId }: { projectId?: string }) {
    const tokens = useTokens(projectId);
    const remove = useDeleteToken(projectId);
    const [isCreating, dialog] = useDisclosure();
    const [secret, setSecret] = useState<string>();
    const create = (
        <PermissionControl to={projectId ? 'CREATE_PROJECT_API_TOKEN' : CREATE} project={projectId}>
            <Button leftSection={<IconPlus size={15} />} onClick={dialog.open}>
                New token
            </Button>
        </PermissionControl>
    );
    return (
        <>
            <QueryContent query={tokens}>
                {(list) =>
                    list.length === 0 ? (
                        <Empty title="No tokens" icon={<IconKey size={22} />} action={create}>
                            An application needs a token to fetch flags. Backends get a backend token, browsers and apps
                            a frontend token.
                        </Empty>
                    ) : (
                        <Table
                            label="API tokens"
                            rows={list}
                            rowKey={({ id }) => id}
                            find={({ tokenName, environment, type, projects }) =>
                                `${tokenName} ${environment} ${type} ${projects.join(' ')}`
                            }
                            tools={<div style={{ marginLeft: 'auto' }}>{create}</div>}
                            columns={[
                                {
                                    title: 'Name',
                                    isMain: true,
                                    sort: (token) => token.tokenName,
                                    cell: (token) => <b>{token.tokenName}</b>,
                                },
                                {
                                    title: 'Type',
                                    sort: ({ type }) => type,
                                    cell: ({ type }) => <TokenType type={type} />,
                                },
                                {
                                    title: 'Environment',
                                    sort: ({ environment }) => environment,
                                    cell: ({ environment }) => (environment === '*' ? 'all' : environment),
                                },
                                {
                                    title: 'Projects',
                                    cell: ({ projects }) => (projects.includes('*') ? 'all' : projects.join(', ')),
                                },
                                {
                                    title: 'Begins with',
                                    isExtra: true,
                                    cell: ({ secret: beginning }) => <code>{beginning}</code>,
                                },
                                {
                                    title: 'Last used',
                                    sort: ({ seenAt }) => seenAt,
                                    cell: ({ seenAt }) => <RelativeTime at={seenAt} c="dimmed" />,
                                },
                                {
                                    title: 'Expires',
                                    sort: ({ expiresAt }) => expiresAt,
                                    cell: ({ expiresAt }) => <RelativeTime at={expiresAt} c="dimmed" />,
                                },
                            ]}
                            actions={(token) => (
                                <RowActions
                                    name={`token ${token.tokenName}`}
                                    locked={
                                        projectId && token.projects.join() !== projectId
                                            ? 'It is valid in other projects, too. Delete it under API tokens.'
                                            : undefined
                                    }
                                    remove={{
                                        needs: projectId ? ['DELETE_PROJECT_API_TOKEN', 'ADMIN'] : DELETE,
                                        action: () => remove.mutateAsync(token),
                                        warning: 'Applications that use it stop working immediately.',
                                    }}
                                />
                            )}
                            actionsWidth={50}
                        />
                    )
                }
            </QueryContent>
            {isCreating && <NewTokenDialog projectId={projectId} onClose={dialog.close} onCreated={setSecret} />}
            <SecretDialog title="Token created" secret={secret} onClose={() => setSecret(undefined)} />
        </>
    );
}

const KINDS = {
    client: { label: 'backend', color: 'tide' },
    backend: { label: 'backend', color: 'tide' },
    frontend: { label: 'frontend', color: 'blue' },
    admin: { label: 'admin', color: 'red' },
} as const;

const isKind = (type: string): type is keyof typeof KINDS => Object.hasOwn(KINDS, type);

function TokenType({ type }: { type: string }) {
    const { label, color } = isKind(type) ? KINDS[type] : { label: type, color: 'gray' };
    return (
        <Group gap={6}>
            <Badge size="sm" color={color}>
                {label}
            </Badge>
        </Group>
    );
}
