import { Tabs } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Page } from '../../components/layout/Page.tsx';
import { Export } from './Export.tsx';
import { Import } from './Import.tsx';

const route = getRouteApi('/app/transfer');

export function TransferPage() {
    const search = route.useSearch();
    const navigate = useNavigate();
    return (
        <Page
            title="Import and export"
            narrow
            about="Move flags between environments, projects and instances, or import them from another product. You see a preview before anything is saved."
        >
            <Tabs
                value={search.export ? 'export' : 'import'}
                onChange={(value) =>
                    void navigate({
                        to: '/transfer',
                        search: { ...search, export: value === 'export' || undefined },
                        replace: true,
                    })
                }
                mb="md"
            >
                <Tabs.List>
                    <Tabs.Tab value="import">Import</Tabs.Tab>
                    <Tabs.Tab value="export">Export</Tabs.Tab>
                </Tabs.List>
            </Tabs>
            {search.export ? (
                <Export project={search.project} />
            ) : (
                <Import project={search.project} source={search.source} />
            )}
        </Page>
    );
}
