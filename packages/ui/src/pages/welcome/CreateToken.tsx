import { Button, Group, PasswordInput, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { messageOf } from '../../api/client.ts';
import { useMay } from '../../components/access/may.ts';
import { PermissionControl } from '../../components/access/PermissionControl.tsx';
import { notifyFailure } from '../../components/messages/notify.ts';
import { useCreateToken, useDeleteToken, useTokens } from '../tokens/token.queries.ts';
import { connectTokenName } from './connect-tokens.ts';

interface Props {
    type: 'client' | 'frontend';
    environment: string;
    onSecret: (secret: string) => void;
}

const CREATE_PERMISSIONS = {
    client: ['CREATE_CLIENT_API_TOKEN', 'ADMIN'],
    frontend: ['CREATE_FRONTEND_API_TOKEN', 'ADMIN'],
} as const;

const READ_PERMISSION = { client: 'READ_CLIENT_API_TOKEN', frontend: 'READ_FRONTEND_API_TOKEN' } as const;

/** The token of the second step. A token of an earlier visit is used again or replaced, so that tokens do not accumulate. */
export function CreateToken({ type, environment, onSecret }: Props) {
    const tokenName = connectTokenName(type, environment);
    const maySee = useMay()(READ_PERMISSION[type]);
    const { data: tokens = [] } = useTokens(undefined, maySee);
    const earlier = tokens.find((token) => token.tokenName === tokenName && token.environment === environment);
    const create = useCreateToken();
    const remove = useDeleteToken();
    const [pasted, setPasted] = useState('');
    const make = () =>
        create.mutate(
            { tokenName, type, environment },
            {
                onSuccess: ({ secret }) => {
                    onSecret(secret);
                    if (earlier) remove.mutate(earlier);
                },
                onError: (error) => notifyFailure(messageOf(error)),
            },
        );
    const kind = type === 'client' ? 'backend' : 'frontend';
    return (
        <>
            {earlier && (
                <Text size="sm">
                    You have a token for this, <b>{tokenName}</b>. Its secret was shown once: paste it, or replace the
                    token. Clients that use the old token are then rejected.
                </Text>
            )}
            <Group align="flex-end">
                {earlier && (
                    <>
                        <PasswordInput
                            label="Its secret"
                            w={260}
                            autoComplete="off"
                            value={pasted}
                            onChange={(event) => setPasted(event.currentTarget.value)}
                        />
                        <Button disabled={pasted.trim() === ''} onClick={() => onSecret(pasted.trim())}>
                            Use it
                        </Button>
                    </>
                )}
                <PermissionControl to={CREATE_PERMISSIONS[type]}>
                    <Button
                        variant={earlier ? 'default' : 'filled'}
                        leftSection={<IconKey size={15} />}
                        onClick={make}
                        loading={create.isPending}
                    >
                        {earlier ? `Replace the ${kind} token` : `Create a ${kind} token`}
                    </Button>
                </PermissionControl>
            </Group>
        </>
    );
}
