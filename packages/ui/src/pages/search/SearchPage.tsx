import { Button } from '@mantine/core';
import { IconFilterOff, IconFlag3 } from '@tabler/icons-react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Page } from '../../components/layout/Page.tsx';
import { Empty, QueryContent, Rows } from '../../components/layout/States.tsx';
import { FlagPages, usePage } from '../../components/lists/Pages.tsx';
import { count } from '../../components/text/numbers.ts';
import { NewFlagButton } from '../flags/dialogs/NewFlagButton.tsx';
import tools from '../flags/table/FlagTools.module.css';
import { FlagTools } from '../flags/table/FlagTools.tsx';
import { type FlagSearch, isFiltered, NO_SEARCH } from '../flags/table/flag-search.ts';
import { useFlagFilters } from '../flags/table/use-flag-filters.ts';
import { AllFlags } from './AllFlags.tsx';
import { CleanUp } from './CleanUp.tsx';
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
    const change = (changes: FlagSearch) =>
        void navigate({ to: '/search', search: { ...search, ...changes }, replace: true });
    const total = flags.data?.total ?? 0;
    return (
        <Page
            title="All flags"
            about="Flags of all projects you can see, and which ones can be cleaned up."
            actions={<NewFlagButton project={search.project} />}
        >
            <CleanUp search={search} onChange={change} />
            <div className={tools['frame']}>
                <FlagTools
                    search={search}
                    filters={useFlagFilters(search)}
                    views="flags"
                    count={flags.data && count(total, 'flag')}
                    isLoading={flags.isPending || flags.isPlaceholderData}
                    onChange={change}
                />
                <QueryContent query={flags} skeleton={<Rows count={10} height={40} />}>
                    {({ features, total }) =>
                        total === 0 ? (
                            <NoResults isFiltered={isFiltered(search)} onClear={() => change(NO_SEARCH)} />
                        ) : (
                            // While the results of another search are displayed, they are marked as busy.
                            <div aria-busy={flags.isPlaceholderData}>
                                <AllFlags
                                    // The selection belongs to one search only.
                                    key={JSON.stringify({ ...search, sort: undefined, isDown: undefined })}
                                    flags={features}
                                    search={search}
                                    total={total}
                                    isArchive={search.archived === true}
                                    onChange={change}
                                />
                            </div>
                        )
                    }
                </QueryContent>
            </div>
            {total > 0 && <FlagPages total={total} perPage={FLAGS_PER_PAGE} page={page} onPageChange={setPage} />}
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
