import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface Props {
    project: string;
    isProposed: boolean;
    children?: ReactNode;
}

export function ImportSuccess({ project, isProposed, children }: Props) {
    const navigate = useNavigate();
    return (
        <Stack align="flex-start" mt="md">
            <Alert color="green" icon={<IconCheck size={16} />}>
                {isProposed
                    ? 'Changes that need no approval are imported; the rest is in your draft. Send it to review when it is ready.'
                    : 'Imported.'}
            </Alert>
            <Group>
                <Button onClick={() => void navigate({ to: '/projects/$projectId', params: { projectId: project } })}>
                    See the flags
                </Button>
                {children}
            </Group>
        </Stack>
    );
}
