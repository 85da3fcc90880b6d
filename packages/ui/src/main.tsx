import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { onConnectionSuspect, whenSignedOut } from './api/client.ts';
import { checkConnection, onReconnect } from './api/connection.ts';
import { queryClient } from './api/query-client.ts';
import { onWake } from './api/wake.ts';
import { closeDialogsOneByOne } from './app/escape.ts';
import { Messages } from './app/Messages.tsx';
import { sessionKey } from './pages/session/session.queries.ts';
import { router } from './router.tsx';
import './theme/global.css';
import { nonce } from './theme/nonce.ts';
import { theme, variables } from './theme/theme.ts';

// The library that locks scrolling behind dialogs reads the nonce from this global.
Object.assign(globalThis, { __webpack_nonce__: nonce });

whenSignedOut(() => {
    // Checks the session again, unless that request itself failed.
    if (queryClient.isFetching({ queryKey: sessionKey }) === 0) {
        void queryClient.invalidateQueries({ queryKey: sessionKey });
    }
});

onConnectionSuspect(checkConnection);
window.addEventListener('offline', checkConnection);
window.addEventListener('online', checkConnection);
onWake(checkConnection);
// Changes during the outage are unknown, so everything is refetched.
onReconnect(() => void queryClient.invalidateQueries());

closeDialogsOneByOne();

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element.');
createRoot(root).render(
    <StrictMode>
        <MantineProvider
            theme={theme}
            cssVariablesResolver={variables}
            defaultColorScheme="auto"
            getStyleNonce={() => nonce}
        >
            <Messages />
            <QueryClientProvider client={queryClient}>
                <RouterProvider router={router} />
            </QueryClientProvider>
        </MantineProvider>
    </StrictMode>,
);
