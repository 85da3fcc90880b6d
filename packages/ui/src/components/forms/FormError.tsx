import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { hasSessionEnded, messageOf } from '../../api/client.ts';

/** The error of a form. An ended session is not shown: the user signs in over the form and sends it again. */
export function FormError({ error }: { error: unknown }) {
    if (error === null || error === undefined || hasSessionEnded(error)) return null;
    return (
        <Alert color="red" icon={<IconAlertTriangle size={16} />} role="alert" w="100%">
            {messageOf(error)}
        </Alert>
    );
}
