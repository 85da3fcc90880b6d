import { ActionIcon, Select, Tooltip } from '@mantine/core';
import { IconArrowsExchange, IconArrowsLeftRight } from '@tabler/icons-react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { FlagOverview } from '../../api/types.ts';
import { Page } from '../../components/layout/Page.tsx';
import { Empty, QueryContent, Rows } from '../../components/layout/States.tsx';
import { useEnvironments } from '../environments/environment.queries.ts';
import { useProjectFlags } from '../flags/flag.queries.ts';
import { useProject, useProjects } from '../projects/project.queries.ts';
import classes from './Compare.module.css';
import { EnvironmentMatrix } from './EnvironmentMatrix.tsx';
import { type ComparedEnvironments, useEnvironmentDifferences } from './environments.queries.ts';
import { pairToCompare } from './pair-to-compare.ts';

const route = getRouteApi('/app/compare-environments');
const NO_FLAGS: FlagOverview[] = [];

/** Compares the flags of two environments of a project and copies selected flags. */
export function CompareEnvironmentsPage() {
    const search = route.useSearch();
    const navigate = useNavigate();
    const { data: projects = [] } = useProjects();
    const { data: all = [] } = useEnvironments();
    const project = search.project ?? projects[0]?.id;
    const { data: overview } = useProject(project ?? '', project !== undefined);
    const used = new Set(overview?.environments.map(({ environment }) => environment));
    const environments = all.filter(({ name }) => used.has(name));
    const pair = pairToCompare(environments, search);
    const query = project && pair && { project, ...pair, feature: search.feature };
    const differences = useEnvironmentDifferences(query || undefined);
    const { data: flags = NO_FLAGS } = useProjectFlags(project ?? '', project !== undefined);
    const show = (changes: Partial<ComparedEnvironments>) =>
        void navigate({
            to: '/compare-environments',
            search: { ...search, project, ...pair, ...changes },
            replace: true,
        });
    const names = environments.map(({ name }) => name);
    return (
        <Page
            title="Compare environments"
            about="Compare switches, strategies and variants between two environments, and copy selected flags."
        >
            <div className={classes['environments']}>
                <Select
                    label="Project"
                    searchable
                    data={projects.map(({ id, name }) => ({ value: id, label: name }))}
                    value={project ?? null}
                    // Another project has other environments and flags.
                    onChange={(value) =>
                        value && show({ project: value, from: undefined, to: undefined, feature: undefined })
                    }
                />
                {search.feature !== undefined && (
                    <Select
                        label="Flag"
                        clearable
                        data={[search.feature]}
                        value={search.feature}
                        onChange={(value) => show({ feature: value ?? undefined })}
                    />
                )}
                <Select
                    label="Copy from"
                    data={names.filter((name) => name !== pair?.to)}
                    value={pair?.from ?? null}
                    onChange={(value) => value && show({ from: value })}
                />
                <Tooltip label="Swap">
                    <ActionIcon
                        size={32}
                        variant="default"
                        className={classes['turn'] ?? ''}
                        aria-label="Swap"
                        disabled={!pair}
                        onClick={() => pair && show({ from: pair.to, to: pair.from })}
                    >
                        <IconArrowsExchange size={16} />
                    </ActionIcon>
                </Tooltip>
                <Select
                    label="Copy to"
                    data={names.filter((name) => name !== pair?.from)}
                    value={pair?.to ?? null}
                    onChange={(value) => value && show({ to: value })}
                />
            </div>
            {query ? (
                <QueryContent query={differences} skeleton={<Rows count={4} height={70} />}>
                    {({ changes, notes }) => (
                        <EnvironmentMatrix
                            // The selection belongs to one comparison only.
                            key={JSON.stringify(query)}
                            compared={query}
                            flags={flags}
                            environmentType={environments.find(({ name }) => name === query.to)?.type ?? ''}
                            changes={changes}
                            notes={notes}
                        />
                    )}
                </QueryContent>
            ) : (
                overview && (
                    <Empty title="Only one environment" icon={<IconArrowsLeftRight size={22} />}>
                        This project uses one environment. Add another one to compare them here.
                    </Empty>
                )
            )}
        </Page>
    );
}
