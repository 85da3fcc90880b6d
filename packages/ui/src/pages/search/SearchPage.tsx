import { Button } from '@mantine/core';
import { IconFilterOff, IconFlag3 } from '@tabler/icons-react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Page } from '../../components/layout/Page.tsx';
import { Empty, QueryContent, Rows } from '../../components/layout/States.tsx';
import { FlagPages, usePage } from '../../components/lists/Pages.tsx';
import { NewFlagButton } from '../flags/dialogs/NewFlagButton.tsx';
import { AllFlags } from './AllFlags.tsx';
import { CleanUp } from './CleanUp.tsx';
import type { SearchQuery } from './flag-search.ts';
import { SearchTools } from './SearchTools.tsx';
import { FLAGS_PER_PAGE, useFlagSearch } from './search.queries.ts';

const route = getRouteApi('/app/search');

/** The flags of all projects, with a focus on removable ones. */
export function SearchPage() {
    const search = route.useSearch();
    const navigate = useNavigate();
    const [page, setPage] = usePage(JSON.stringify(search));
    // Newest first, like the table of a project.
    const order = search.sort === undefined ? { sort: 'created', isDown: true } : {};
    const flags = useFlagSearch({ ...search, ...order }, page, { favoritesFirst: true });
    const show = (query: SearchQuery) => void navigate({ to: '/search', search: query, replace: true });
    const change = (changes: SearchQuery) => show({ ...search, ...changes });
    const { sort: _sort, isDown: _isDown, ...filters } = search;
    const isFiltered = Object.values(filters).some((value) => value !== undefined);
    return (
        <Page
            title="All flags"
            about="Flags of all projects you can see, and which ones can be cleaned up."
            actions={<NewFlagButton project={search.project} />}
        >
            <CleanUp search={search} onChange={change} />
            <SearchTools
                search={search}
                total={flags.data?.total}
                isFiltered={isFiltered}
                isLoading={flags.isPending || flags.isPlaceholderData}
                onChange={change}
                onShow={show}
            />
            <QueryContent query={flags} skeleton={<Rows count={10} height={40} />}>
                {({ features, total }) =>
                    total === 0 ? (
                        <NoResults isFiltered={isFiltered} onClear={() => show({})} />
                    ) : (
                        // While the results of another search are displayed, they are marked as busy.
                        <div aria-busy={flags.isPlaceholderData}>
                            <AllFlags
                                // The selection belongs to one search only.
                                key={JSON.stringify(filters)}
                                flags={features}
                                search={search}
                                total={total}
                                isArchive={search.archived === true}
                                onChange={change}
                            />
                            <FlagPages total={total} perPage={FLAGS_PER_PAGE} page={page} onPageChange={setPage} />
                        </div>
                    )
                }
            </QueryContent>
        </Page>
    );
}

function NoResults({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
    if (!isFiltered) {
        return (
            <Empty title="No flags yet" icon={<IconFlag3 size={22} />}>
                Flags of all projects are listed here.
            </Empty>
        );
    }
    return (
        <Empty
            title="No flag matches"
            icon={<IconFilterOff size={22} />}
            action={
                <Button variant="default" onClick={onClear}>
                    Show all flags
                </Button>
            }
        >
            No flags match these filters.
        </Empty>
    );
}
