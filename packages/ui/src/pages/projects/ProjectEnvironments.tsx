import { Button, Group, Switch } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { Allowed } from '../../components/Allowed.tsx';
import { EnvironmentMark } from '../../components/SignalFlag.tsx';
import { Loaded } from '../../components/States.tsx';
import { Table } from '../../components/Table.tsx';
import { useSegments } from '../segments/segment.queries.ts';
import { useReview } from '../strategies/Review.tsx';
import { StrategySentence } from '../strategies/Sentence.tsx';
import { defaultDraft } from './default-strategy.ts';
import { useProjectEnvironments, useSetProjectEnvironment } from './project.queries.ts';

const DefaultStrategyEditor = lazy(() =>
    import('./DefaultStrategyEditor.tsx').then((module) => ({ default: module.DefaultStrategyEditor })),
);

const route = getRouteApi('/app/projects/$projectId');

interface Props {
    projectId: string;
    defaultStickiness: string;
}

/** Where the project's flags live, and what they get there when nobody says otherwise. */
export function ProjectEnvironments({ projectId, defaultStickiness }: Props) {
    const { strategy: wanted } = route.useSearch();
    const navigate = useNavigate();
    const environments = useProjectEnvironments(projectId);
    const set = useSetProjectEnvironment(projectId);
    const { data: segments = [] } = useSegments();
    const { change, dialog } = useReview(projectId);
    const edited = environments.data?.find(({ name, visible }) => visible && name === wanted);
    const edit = (strategy: string | undefined) =>
        void navigate({
            to: '/projects/$projectId',
            params: { projectId },
            search: { tab: 'environments', strategy },
            replace: true,
        });
    return (
        <>
            <Loaded query={environments}>
                {(list) => (
                    <Table
                        label="Environments of the project"
                        rows={list}
                        rowKey={({ name }) => name}
                        columns={[
                            {
                                title: 'Environment',
                                isMain: true,
                                cell: ({ name, type }) => (
                                    <Group gap={9}>
                                        <EnvironmentMark type={type} width={16} />
                                        <b>{name}</b>
                                    </Group>
                                ),
                            },
                            {
                                title: 'Used here',
                                width: 110,
                                cell: ({ name, type, visible, projectEnabledToggleCount }) => (
                                    <Allowed to="UPDATE_PROJECT" project={projectId}>
                                        <Switch
                                            size="sm"
                                            aria-label={`Use ${name} in this project`}
                                            checked={visible}
                                            onChange={() =>
                                                change(visible ? type : 'unused', {
                                                    title: `Take ${name} out of this project?`,
                                                    about: `Every flag of the project is turned off in ${name}: ${projectEnabledToggleCount} are on now. Bringing ${name} back does not turn them on again.`,
                                                    verb: `Take ${name} out`,
                                                    isDangerous: true,
                                                    place: { project: projectId, environment: name },
                                                    run: () => set.mutate({ environment: name, isUsed: !visible }),
                                                })
                                            }
                                        />
                                    </Allowed>
                                ),
                            },
                            {
                                title: 'Flags on',
                                width: 100,
                                cell: ({ projectEnabledToggleCount }) => projectEnabledToggleCount,
                            },
                            { title: 'Tokens', width: 90, cell: ({ projectApiTokenCount }) => projectApiTokenCount },
                            {
                                title: 'Default strategy',
                                cell: (environment) => (
                                    <Group gap={8} justify="space-between" wrap="nowrap">
                                        <StrategySentence
                                            strategy={defaultDraft(environment, defaultStickiness)}
                                            segments={segments}
                                        />
                                        <Allowed
                                            to={['PROJECT_DEFAULT_STRATEGY_WRITE', 'UPDATE_PROJECT']}
                                            project={projectId}
                                            environment={environment.name}
                                        >
                                            <Button
                                                size="compact-xs"
                                                flex="none"
                                                variant="default"
                                                aria-label={`Change the default strategy in ${environment.name}`}
                                                onClick={() => edit(environment.name)}
                                                disabled={!environment.visible}
                                            >
                                                Change
                                            </Button>
                                        </Allowed>
                                    </Group>
                                ),
                            },
                        ]}
                    />
                )}
            </Loaded>
            {dialog}
            {edited && (
                <Suspense fallback={null}>
                    <DefaultStrategyEditor
                        key={edited.name}
                        projectId={projectId}
                        environment={edited}
                        defaultStickiness={defaultStickiness}
                        onClose={() => edit(undefined)}
                    />
                </Suspense>
            )}
        </>
    );
}
