import { Button } from '@mantine/core';
import { IconPlugConnectedX, IconRefresh } from '@tabler/icons-react';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { api, messageOf } from '../api/client.ts';
import { onReconnect } from '../api/connection.ts';
import { MissingCodeError } from '../components/layout/lazy.tsx';
import { Page } from '../components/layout/Page.tsx';
import { Empty, HomeButton } from '../components/layout/States.tsx';

/** Replaces a page that could not be loaded or failed. The shell stays visible. */
export function ScreenFailed({ error, reset }: ErrorComponentProps) {
    const isMissing = error instanceof MissingCodeError;
    const again = isMissing ? reload : reset;
    useEffect(
        () => (isMissing ? onReconnect(reload) : report(error instanceof Error ? error : new Error(String(error)))),
        [isMissing, error],
    );
    return (
        <Page title={isMissing ? 'Not loaded' : 'Something failed'}>
            <Empty
                title={isMissing ? 'This screen could not be loaded' : 'This screen failed'}
                icon={<IconPlugConnectedX size={22} />}
                action={
                    <>
                        <Button variant="default" leftSection={<IconRefresh size={15} />} onClick={again}>
                            Try again
                        </Button>
                        {!isMissing && <HomeButton />}
                    </>
                }
            >
                {isMissing
                    ? 'The service cannot be reached, or this screen no longer exists. Halyard retries automatically when the service is back.'
                    : `${messageOf(error)} It was reported to the operators of this service.`}
            </Empty>
        </Page>
    );
}

/** Reloads the whole page, because browsers do not retry a failed import of a module. */
const reload = () => location.reload();

/** Reports the error to the service, which writes it to its log. */
function report({ message, stack }: Error): void {
    const body = { errorMessage: message.slice(0, 2_000) || 'no message', errorStack: stack?.slice(0, 20_000) ?? null };
    api.POST('/api/admin/record-ui-error', { body }).catch(() => undefined);
}
