import { Anchor, Button, Stack, Text } from '@mantine/core';
import { IconFlask, IconPlus } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { PermissionControl } from '../../components/access/PermissionControl.tsx';
import { lazyComponent } from '../../components/layout/lazy.tsx';
import { Section } from '../../components/layout/Section.tsx';
import { Empty, QueryContent } from '../../components/layout/States.tsx';
import { NameCell } from '../../components/lists/Catalogue.tsx';
import { Table } from '../../components/lists/Table.tsx';
import { count, formatNumber } from '../../components/text/numbers.ts';
import { BriefVerdict } from './BriefVerdict.tsx';
import { ExperimentBadge } from './ExperimentBadge.tsx';
import { type Experiment, useExperiments, useResultsOfAll } from './experiment.queries.ts';
import { STATE_ORDER } from './experiment-states.ts';
import { OutcomeStorage } from './OutcomeStorage.tsx';
import { daysRunning } from './verdict.ts';

const DataSources = lazyComponent(() => import('./data-sources/DataSources.tsx'), 'DataSources');

/** The experiments of a project: what each shows, in a few words. */
export function ProjectExperiments({ projectId }: { projectId: string }) {
    const query = useExperiments(projectId);
    const navigate = useNavigate();
    const create = (
        <PermissionControl to="CREATE_EXPERIMENT" project={projectId}>
            <Button
                ml="auto"
                leftSection={<IconPlus size={15} />}
                onClick={() =>
                    void navigate({
                        to: '/projects/$projectId/experiments/$experimentId',
                        params: { projectId, experimentId: 'new' },
                        search: {},
                    })
                }
            >
                New experiment
            </Button>
        </PermissionControl>
    );
    return (
        <Stack gap="md">
            <QueryContent query={query}>
                {(experiments) =>
                    experiments.length === 0 ? (
                        <Empty title="No experiments yet" icon={<IconFlask size={22} />} action={create}>
                            An experiment compares the variants of a flag by what users did. Applications send one line
                            for each outcome; Halyard computes the variant of each user itself.
                        </Empty>
                    ) : (
                        <ExperimentTable experiments={experiments} tools={create} />
                    )
                }
            </QueryContent>
            <OutcomeStorage projectId={projectId} />
            <Section fallback={null}>
                <DataSources projectId={projectId} />
            </Section>
        </Stack>
    );
}

interface TableProps {
    experiments: readonly Experiment[];
    tools: React.ReactNode;
}

function ExperimentTable({ experiments, tools }: TableProps) {
    const results = useResultsOfAll(experiments);
    const resultsOf = (experiment: Experiment) => results[experiments.indexOf(experiment)];
    const now = Date.now();
    return (
        <Table
            label="Experiments"
            rows={experiments.toSorted((a, b) => STATE_ORDER.indexOf(a.state) - STATE_ORDER.indexOf(b.state))}
            rowKey={({ id }) => id}
            find={({ name, feature, environment, state }) => `${name} ${feature} ${environment} ${state}`}
            tools={tools}
            columns={[
                {
                    title: 'Experiment',
                    isMain: true,
                    width: '30%',
                    sort: ({ name }) => name,
                    cell: (experiment) => <ExperimentName experiment={experiment} />,
                },
                {
                    title: 'State',
                    width: 110,
                    sort: ({ state }) => STATE_ORDER.indexOf(state),
                    cell: ({ state }) => <ExperimentBadge state={state} />,
                },
                {
                    title: 'Verdict',
                    cell: (experiment) => <BriefVerdict experiment={experiment} results={resultsOf(experiment)} />,
                },
                {
                    title: 'Users',
                    width: 90,
                    align: 'right',
                    isExtra: true,
                    sort: (experiment) => resultsOf(experiment)?.data?.units.total ?? -1,
                    cell: (experiment) => {
                        const units = resultsOf(experiment)?.data?.units.total;
                        return (
                            <Text size="sm" component="span" className="num">
                                {units === undefined ? '–' : formatNumber(units)}
                            </Text>
                        );
                    },
                },
                {
                    title: 'Ran for',
                    width: 100,
                    align: 'right',
                    isExtra: true,
                    sort: (experiment) => daysRunning(experiment, now) ?? -1,
                    cell: (experiment) => {
                        const days = daysRunning(experiment, now);
                        return (
                            <Text size="sm" component="span">
                                {days === undefined ? '–' : days === 0 ? '< 1 day' : count(days, 'day')}
                            </Text>
                        );
                    },
                },
            ]}
        />
    );
}

const ExperimentName = ({ experiment: { project, id, name, feature, environment } }: { experiment: Experiment }) => (
    <NameCell about={`${feature} in ${environment}`}>
        <Anchor
            fw={600}
            renderRoot={(props) => (
                <Link
                    to="/projects/$projectId/experiments/$experimentId"
                    params={{ projectId: project, experimentId: id }}
                    search={{}}
                    {...props}
                />
            )}
        >
            {name}
        </Anchor>
    </NameCell>
);
