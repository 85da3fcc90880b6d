import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { Messages } from '../src/app/Messages.tsx';
import { sessionKey } from '../src/pages/session/session.queries.ts';
import '../src/theme/global.css';
import { theme, variables } from '../src/theme/theme.ts';
import { DesignSystem } from './DesignSystem.tsx';

/** A page without a service: every query has its data already, and none is sent. */
const queryClient = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
queryClient.setQueryData(sessionKey, { user: { id: 1, name: 'Ada' }, permissions: [{ permission: 'ADMIN' }] });

const router = createRouter({
    routeTree: createRootRoute({ component: DesignSystem }),
    history: createMemoryHistory(),
});

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element.');
createRoot(root).render(
    <MantineProvider theme={theme} cssVariablesResolver={variables} defaultColorScheme="auto">
        <Messages />
        <QueryClientProvider client={queryClient}>
            {/* The application has other routes. */}
            <RouterProvider router={router as never} />
        </QueryClientProvider>
    </MantineProvider>,
);
