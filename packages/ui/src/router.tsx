import {
    createRootRoute,
    createRoute,
    createRouter,
    lazyRouteComponent,
    Outlet,
    redirect,
} from '@tanstack/react-router';
import { basePath } from './api/client.ts';
import { Shell } from './app/Shell.tsx';
import { Page } from './components/Page.tsx';
import { Empty } from './components/States.tsx';
import { readFlagFilter } from './pages/flags/flag-filter.ts';

const root = createRootRoute({ component: Outlet });

const app = createRoute({ getParentRoute: () => root, id: 'app', component: Shell, notFoundComponent: NoSuchScreen });

function NoSuchScreen() {
    return (
        <Page title="Not found">
            <Empty title="There is no such screen">The address may be old, or mistyped. Find things with Ctrl K.</Empty>
        </Page>
    );
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

interface FlagSearch {
    tab?: string | undefined;
    environment?: string | undefined;
    /** The id of the strategy that is being edited, or `new`. */
    strategy?: string | undefined;
}

const home = createRoute({
    getParentRoute: () => app,
    path: '/',
    beforeLoad: () => {
        throw redirect({ to: '/projects', replace: true });
    },
});

const projects = createRoute({
    getParentRoute: () => app,
    path: '/projects',
    component: lazyRouteComponent(() => import('./pages/projects/ProjectsPage.tsx'), 'ProjectsPage'),
});

const project = createRoute({
    getParentRoute: () => app,
    path: '/projects/$projectId',
    validateSearch: readFlagFilter,
    component: lazyRouteComponent(() => import('./pages/projects/ProjectPage.tsx'), 'ProjectPage'),
});

const flag = createRoute({
    getParentRoute: () => app,
    path: '/projects/$projectId/features/$featureName',
    validateSearch: (search: Record<string, unknown>): FlagSearch => ({
        tab: text(search['tab']),
        environment: text(search['environment']),
        strategy: text(search['strategy']),
    }),
    component: lazyRouteComponent(() => import('./pages/flags/FlagPage.tsx'), 'FlagPage'),
});

/** The address that the playground's answers link to. */
const editStrategy = createRoute({
    getParentRoute: () => app,
    path: '/projects/$projectId/features/$featureName/strategies/edit',
    beforeLoad: ({ params, search }) => {
        const { environmentId, strategyId } = search as { environmentId?: string; strategyId?: string };
        throw redirect({
            to: '/projects/$projectId/features/$featureName',
            params,
            search: { environment: environmentId, strategy: strategyId },
            replace: true,
        });
    },
});

export const router = createRouter({
    routeTree: root.addChildren([app.addChildren([home, projects, project, flag, editStrategy])]),
    basepath: basePath || '/',
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultNotFoundComponent: NoSuchScreen,
});

declare module '@tanstack/react-router' {
    interface Register {
        router: typeof router;
    }
}
