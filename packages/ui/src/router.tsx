import { IconAnchorOff } from '@tabler/icons-react';
import { createRootRoute, createRoute, createRouter, Navigate, Outlet, redirect } from '@tanstack/react-router';
import { basePath } from './api/client.ts';
import { ScreenFailed } from './app/ScreenFailed.tsx';
import { Shell } from './app/Shell.tsx';
import { lazyComponent } from './components/layout/lazy.tsx';
import { Page } from './components/layout/Page.tsx';
import { Empty, HomeButton } from './components/layout/States.tsx';
import { searchText, text } from './components/lists/from-address.ts';
import { fromEnvironmentsSearch, readCompareSearch } from './pages/compare/compare-search.ts';
import type { EventQuery } from './pages/events/event.queries.ts';
import { type FlagSearch, readFlagSearch } from './pages/flags/table/flag-search.ts';

/** The pages and their URLs. The code of a page is preloaded when the user is about to navigate there. */

const root = createRootRoute({ component: Outlet });
const app = createRoute({ getParentRoute: () => root, id: 'app', component: Shell });

function NotFoundPage() {
    return (
        <Page title="Not found">
            <Empty title="Page not found" icon={<IconAnchorOff size={22} />} action={<HomeButton />}>
                The address may be outdated or mistyped. Use “Find anything” in the menu to find flags and screens.
            </Empty>
        </Page>
    );
}

type Search = Record<string, unknown>;

const texts = (value: unknown) =>
    Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : undefined;

function textMap(value: unknown): Record<string, string> | undefined {
    if (typeof value !== 'object' || value === null) return undefined;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, searchText(each) ?? '']));
}

/** The highlighted row of a table. */
const readFind = (search: Search): { find?: string | undefined } => ({ find: searchText(search['find']) });

const notFound = createRoute({ getParentRoute: () => app, path: '$', component: NotFoundPage });

const home = createRoute({
    getParentRoute: () => app,
    path: '/',
    component: lazyComponent(() => import('./pages/home/HomePage.tsx'), 'HomePage'),
});

/** The page after a failed single sign-on. Signed-in users are redirected. */
const signIn = createRoute({
    getParentRoute: () => app,
    path: '/login',
    validateSearch: (search: Search): { error?: string | undefined } => ({ error: text(search['error']) }),
    component: () => <Navigate to="/" replace />,
});

const projects = createRoute({
    getParentRoute: () => app,
    path: '/projects',
    component: lazyComponent(() => import('./pages/projects/ProjectsPage.tsx'), 'ProjectsPage'),
});

interface ProjectAddress extends FlagSearch {
    tab?: string | undefined;
    /** The section of the settings. */
    section?: string | undefined;
    /** The open side panel: `status`. */
    panel?: string | undefined;
    /** The environment whose default strategy is being edited. */
    strategy?: string | undefined;
}

const readProjectAddress = (search: Search): ProjectAddress => ({
    ...readFlagSearch(search),
    tab: text(search['tab']),
    section: text(search['section']),
    panel: text(search['panel']),
    strategy: text(search['strategy']),
});

const project = createRoute({
    getParentRoute: () => app,
    path: '/projects/$projectId',
    validateSearch: readProjectAddress,
    // The former names of the search and of the lifecycle stage.
    beforeLoad: ({ location, params }) => {
        if (!('q' in location.search || 'stage' in location.search)) return;
        const search = readProjectAddress({ ...location.search });
        throw redirect({ to: '/projects/$projectId', params, search, replace: true });
    },
    component: lazyComponent(() => import('./pages/projects/ProjectPage.tsx'), 'ProjectPage'),
});

interface FlagAddress {
    tab?: string | undefined;
    environment?: string | undefined;
    /** The id of the strategy that is being edited, or `new`. */
    strategy?: string | undefined;
    /** The moment to show: a revision, or an instant with its zone. */
    asOf?: string | undefined;
}

const flag = createRoute({
    getParentRoute: () => app,
    path: '/projects/$projectId/features/$featureName',
    validateSearch: (search: Search): FlagAddress => ({
        tab: text(search['tab']),
        environment: text(search['environment']),
        strategy: text(search['strategy']),
        asOf: searchText(search['asOf']),
    }),
    component: lazyComponent(() => import('./pages/flags/page/FlagPage.tsx'), 'FlagPage'),
});

const VIEWS = ['always-valid', 'fixed-horizon', 'bayesian'] as const;
const DIFFERENCES = ['relative', 'absolute'] as const;

interface ExperimentAddress {
    /** The flag and the environment of a new experiment. */
    feature?: string | undefined;
    environment?: string | undefined;
    /** How effects are computed, and their scale. */
    view?: (typeof VIEWS)[number] | undefined;
    difference?: (typeof DIFFERENCES)[number] | undefined;
    /** The open dialog: `code`. */
    shows?: string | undefined;
}

/** The set-up or the results of an experiment; `new` for a new one. */
const experiment = createRoute({
    getParentRoute: () => app,
    path: '/projects/$projectId/experiments/$experimentId',
    validateSearch: (search: Search): ExperimentAddress => ({
        feature: text(search['feature']),
        environment: text(search['environment']),
        view: VIEWS.find((view) => view === search['view']),
        difference: DIFFERENCES.find((difference) => difference === search['difference']),
        shows: text(search['shows']),
    }),
    component: lazyComponent(() => import('./pages/experiments/ExperimentPage.tsx'), 'ExperimentPage'),
});

/** Running releases and templates. */
const releases = createRoute({
    getParentRoute: () => app,
    path: '/releases',
    validateSearch: (search: Search): { tab?: string | undefined } => ({ tab: text(search['tab']) }),
    component: lazyComponent(() => import('./pages/releases/ReleasesPage.tsx'), 'ReleasesPage'),
});

/** The editor of a release template; `new` for a new one, of the project in the search or of all projects. */
const releaseTemplate = createRoute({
    getParentRoute: () => app,
    path: '/release-templates/$templateId',
    validateSearch: (search: Search): { project?: string | undefined } => ({ project: text(search['project']) }),
    component: lazyComponent(() => import('./pages/releases/templates/TemplatePage.tsx'), 'TemplatePage'),
});

/** The URL that the results of the playground link to. */
const editStrategy = createRoute({
    getParentRoute: () => app,
    path: '/projects/$projectId/features/$featureName/strategies/edit',
    validateSearch: (search: Search) => ({
        environmentId: text(search['environmentId']),
        strategyId: text(search['strategyId']),
    }),
    beforeLoad: ({ params, search }) => {
        throw redirect({
            to: '/projects/$projectId/features/$featureName',
            params,
            search: { environment: search.environmentId, strategy: search.strategyId },
            replace: true,
        });
    },
});

const changeRequests = createRoute({
    getParentRoute: () => app,
    path: '/change-requests',
    validateSearch: (search: Search): { tab?: string | undefined } => ({ tab: text(search['tab']) }),
    component: lazyComponent(() => import('./pages/change-requests/lists/InboxPage.tsx'), 'InboxPage'),
});

/** The URL used by mails and messages of Unleash. */
const changeRequest = createRoute({
    getParentRoute: () => app,
    path: '/projects/$projectId/change-requests/$id',
    component: lazyComponent(() => import('./pages/change-requests/request/RequestPage.tsx'), 'RequestPage'),
});

/** The URL of the list in Unleash. */
const projectRequests = createRoute({
    getParentRoute: () => app,
    path: '/projects/$projectId/change-requests',
    beforeLoad: ({ params }) => {
        throw redirect({ to: '/projects/$projectId', params, search: { tab: 'change-requests' }, replace: true });
    },
});

const search = createRoute({
    getParentRoute: () => app,
    path: '/search',
    validateSearch: readFlagSearch,
    component: lazyComponent(() => import('./pages/search/SearchPage.tsx'), 'SearchPage'),
});

const playground = createRoute({
    getParentRoute: () => app,
    path: '/playground',
    validateSearch: (
        search: Search,
    ): {
        environments?: string[] | undefined;
        projects?: string[] | undefined;
        context?: Record<string, string> | undefined;
        /** The moment to evaluate at: a revision, or an instant. The default is now. */
        asOf?: string | undefined;
        /** Filters the results by flag name. */
        find?: string | undefined;
    } => ({
        ...readFind(search),
        environments: texts(search['environments']),
        projects: texts(search['projects']),
        context: textMap(search['context']),
        asOf: searchText(search['asOf']),
    }),
    component: lazyComponent(() => import('./pages/playground/PlaygroundPage.tsx'), 'PlaygroundPage'),
});

const applications = createRoute({
    getParentRoute: () => app,
    path: '/applications',
    component: lazyComponent(() => import('./pages/applications/ApplicationsPage.tsx'), 'ApplicationsPage'),
});

const application = createRoute({
    getParentRoute: () => app,
    path: '/applications/$appName',
    component: lazyComponent(() => import('./pages/applications/ApplicationPage.tsx'), 'ApplicationPage'),
});

const events = createRoute({
    getParentRoute: () => app,
    path: '/history',
    validateSearch: (search: Search): EventQuery => ({
        id: searchText(search['id']),
        groupId: searchText(search['groupId']),
        query: searchText(search['query']),
        project: text(search['project']),
        feature: text(search['feature']),
        type: text(search['type']),
        environment: text(search['environment']),
        createdBy: searchText(search['createdBy']),
        from: text(search['from']),
        to: text(search['to']),
        last: (['hour', 'day', 'week'] as const).find((period) => period === search['last']),
    }),
    component: lazyComponent(() => import('./pages/events/EventsPage.tsx'), 'EventsPage'),
});

const metrics = createRoute({
    getParentRoute: () => app,
    path: '/metrics',
    component: lazyComponent(() => import('./pages/metrics/MetricsPage.tsx'), 'MetricsPage'),
});

const insights = createRoute({
    getParentRoute: () => app,
    path: '/insights',
    component: lazyComponent(() => import('./pages/insights/InsightsPage.tsx'), 'InsightsPage'),
});

const compare = createRoute({
    getParentRoute: () => app,
    path: '/compare',
    validateSearch: readCompareSearch,
    component: lazyComponent(() => import('./pages/compare/ComparePage.tsx'), 'ComparePage'),
});

/** The former address of comparisons of environments. */
const compareEnvironments = createRoute({
    getParentRoute: () => app,
    path: '/compare-environments',
    beforeLoad: ({ search }) => {
        throw redirect({ to: '/compare', search: fromEnvironmentsSearch(search), replace: true });
    },
});

const segments = createRoute({
    getParentRoute: () => app,
    path: '/segments',
    validateSearch: readFind,
    component: lazyComponent(() => import('./pages/segments/SegmentPages.tsx'), 'SegmentsPage'),
});

const segment = createRoute({
    getParentRoute: () => app,
    path: '/segments/$segmentId',
    component: lazyComponent(() => import('./pages/segments/SegmentPages.tsx'), 'SegmentPage'),
});

const contextFields = createRoute({
    getParentRoute: () => app,
    path: '/context',
    validateSearch: readFind,
    component: lazyComponent(() => import('./pages/context-fields/ContextFieldsPage.tsx'), 'ContextFieldsPage'),
});

const environments = createRoute({
    getParentRoute: () => app,
    path: '/environments',
    component: lazyComponent(() => import('./pages/environments/EnvironmentsPage.tsx'), 'EnvironmentsPage'),
});

const types = createRoute({
    getParentRoute: () => app,
    path: '/types',
    component: lazyComponent(() => import('./pages/types/TypesPage.tsx'), 'TypesPage'),
});

const integrations = createRoute({
    getParentRoute: () => app,
    path: '/integrations',
    component: lazyComponent(() => import('./pages/integrations/IntegrationsPage.tsx'), 'IntegrationsPage'),
});

const tokens = createRoute({
    getParentRoute: () => app,
    path: '/api-tokens',
    component: lazyComponent(() => import('./pages/tokens/TokensPage.tsx'), 'TokensPage'),
});

const admin = createRoute({
    getParentRoute: () => app,
    path: '/admin',
    validateSearch: (
        search: Search,
    ): { tab?: string | undefined; user?: number | 'new' | undefined; find?: string | undefined } => ({
        ...readFind(search),
        tab: text(search['tab']),
        user: typeof search['user'] === 'number' || search['user'] === 'new' ? search['user'] : undefined,
    }),
    component: lazyComponent(() => import('./pages/admin/AdminPage.tsx'), 'AdminPage'),
});

const profile = createRoute({
    getParentRoute: () => app,
    path: '/profile',
    component: lazyComponent(() => import('./pages/profile/ProfilePage.tsx'), 'ProfilePage'),
});

const connect = createRoute({
    getParentRoute: () => app,
    path: '/connect',
    validateSearch: (search: Search): { flag?: string | undefined } => ({ flag: text(search['flag']) }),
    component: lazyComponent(() => import('./pages/welcome/ConnectPage.tsx'), 'ConnectPage'),
});

const transfer = createRoute({
    getParentRoute: () => app,
    path: '/transfer',
    validateSearch: (
        search: Search,
    ): { project?: string | undefined; source?: string | undefined; export?: boolean | undefined } => ({
        project: text(search['project']),
        source: text(search['source']),
        export: search['export'] === true ? true : undefined,
    }),
    component: lazyComponent(() => import('./pages/transfer/TransferPage.tsx'), 'TransferPage'),
});

interface LinkSearch {
    token?: string | undefined;
    invite?: string | undefined;
}

const readLink = (search: Search): LinkSearch => ({
    token: searchText(search['token']),
    invite: searchText(search['invite']),
});

const forgottenPassword = createRoute({
    getParentRoute: () => root,
    path: '/forgotten-password',
    component: lazyComponent(() => import('./pages/session/PasswordPages.tsx'), 'ForgottenPasswordPage'),
});

const resetPassword = createRoute({
    getParentRoute: () => root,
    path: '/reset-password',
    validateSearch: readLink,
    component: lazyComponent(() => import('./pages/session/PasswordPages.tsx'), 'NewUserPage'),
});

const newUser = createRoute({
    getParentRoute: () => root,
    path: '/new-user',
    validateSearch: readLink,
    component: lazyComponent(() => import('./pages/session/PasswordPages.tsx'), 'NewUserPage'),
});

export const router = createRouter({
    routeTree: root.addChildren([
        app.addChildren([
            home,
            signIn,
            projects,
            project,
            flag,
            editStrategy,
            experiment,
            changeRequests,
            changeRequest,
            projectRequests,
            releases,
            releaseTemplate,
            search,
            playground,
            applications,
            application,
            events,
            metrics,
            insights,
            compare,
            compareEnvironments,
            segments,
            segment,
            contextFields,
            environments,
            types,
            integrations,
            tokens,
            admin,
            profile,
            connect,
            transfer,
            notFound,
        ]),
        forgottenPassword,
        resetPassword,
        newUser,
    ]),
    basepath: basePath || '/',
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultNotFoundComponent: NotFoundPage,
    // An error of a page replaces only that page.
    defaultErrorComponent: ScreenFailed,
});

declare module '@tanstack/react-router' {
    interface Register {
        router: typeof router;
    }
}
