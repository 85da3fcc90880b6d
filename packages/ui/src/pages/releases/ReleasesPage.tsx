import { Tabs } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { Page } from '../../components/layout/Page.tsx';
import { RunningReleases } from './overview/RunningReleases.tsx';
import { Templates } from './templates/Templates.tsx';

const route = getRouteApi('/app/releases');

/** All running releases, and the templates for new ones. */
export function ReleasesPage() {
    const { tab = 'running' } = route.useSearch();
    const navigate = route.useNavigate();
    const tabs = (
        <Tabs
            value={tab}
            mt="xs"
            onChange={(value) =>
                void navigate({
                    to: '/releases',
                    search: { tab: value === 'running' ? undefined : (value ?? undefined) },
                })
            }
        >
            <Tabs.List>
                <Tabs.Tab value="running">Running</Tabs.Tab>
                <Tabs.Tab value="templates">Templates</Tabs.Tab>
            </Tabs.List>
        </Tabs>
    );
    if (tab === 'templates') {
        return (
            <Templates>
                {(table, create) => (
                    <Page
                        title="Releases"
                        about="Templates describe releases step by step. Flags of all projects can use these."
                        actions={create}
                        tabs={tabs}
                    >
                        {table}
                    </Page>
                )}
            </Templates>
        );
    }
    return (
        <Page
            title="Releases"
            about="Flags that reach their users step by step: what happens next, and what is held and why."
            tabs={tabs}
        >
            <RunningReleases />
        </Page>
    );
}
