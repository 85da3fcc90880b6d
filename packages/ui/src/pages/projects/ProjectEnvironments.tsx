import { Button, Group, Switch } from '@mantine/core';
import { IconArrowsLeftRight } from '@tabler/icons-react';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import type { EnvironmentOfProject } from '../../api/types.ts';
import { PermissionControl } from '../../components/access/PermissionControl.tsx';
import { lazyComponent } from '../../components/layout/lazy.tsx';
import { EnvironmentMark } from '../../components/layout/SignalFlag.tsx';
import { QueryContent } from '../../components/layout/States.tsx';
import { Table } from '../../components/lists/Table.tsx';
import { count, formatNumber } from '../../components/text/numbers.ts';
import type { Trial } from '../effects/what-if.queries.ts';
import { useSegments } from '../segments/segment.queries.ts';
import { useReview } from '../strategies/Review.tsx';
import { StrategySentence } from '../strategies/Sentence.tsx';
import { defaultDraft } from './default-strategy.ts';
import { setProjectEnvironment, useProjectEnvironments, useSetProjectEnvironment } from './project.queries.ts';

const DefaultStrategyEditor = lazyComponent(() => import('./DefaultStrategyEditor.tsx'), 'DefaultStrategyEditor');

const route = getRouteApi('/app/projects/$projectId');

interface Props {
    projectId: string;
    defaultStickiness: string;
}

/** The review of adding an environment to a project or removing it. */
function reviewOf({ name, visible, projectEnabledToggleCount, projectWithdrawnToggleCount }: EnvironmentOfProject) {
    if (visible) {
        return {
            title: `Remove ${name} from this project?`,
            about: `SDKs no longer receive its flags in ${name}: ${flagsOn(projectEnabledToggleCount)} on there now. Adding ${name} back restores the configuration of each flag.`,
            verb: `Remove ${name}`,
            isDangerous: true,
        };
    }
    return {
        title: `Add ${name} to this project?`,
        about: projectWithdrawnToggleCount
            ? `Its flags are restored as they were when ${name} was removed: ${flagsOn(projectWithdrawnToggleCount)} on again immediately. Flags created since then are off.`
            : `All flags of the project are added to ${name}, off.`,
        verb: `Add ${name}`,
    };
}

const trialOf = (project: string, { name: environment, visible }: EnvironmentOfProject): Trial => ({
    project,
    request: (client) => setProjectEnvironment(client, project, { environment, isUsed: !visible }),
    key: ['environment', project, environment, visible],
});

const flagsOn = (flags: number) => `${count(flags, 'flag')} ${flags === 1 ? 'is' : 'are'}`;

/** The environments of the project with their default strategies. */
export function ProjectEnvironments({ projectId, defaultStickiness }: Props) {
    const { strategy: editedName } = route.useSearch();
    const navigate = useNavigate();
    const environments = useProjectEnvironments(projectId);
    const set = useSetProjectEnvironment(projectId);
    const { data: segments = [] } = useSegments();
    const { change, dialog } = useReview(projectId);
    const edited = environments.data?.find(({ name, visible }) => visible && name === editedName);
    const edit = (strategy: string | undefined) =>
        void navigate({
            to: '/projects/$projectId',
            params: { projectId },
            search: { tab: 'environments', strategy },
            replace: true,
        });
    return (
        <>
            <Group justify="flex-end" mb="sm">
                <Button
                    variant="default"
                    leftSection={<IconArrowsLeftRight size={15} />}
                    renderRoot={(props) => (
                        <Link {...props} to="/compare" search={{ project: projectId, source: '' }} />
                    )}
                >
                    Compare environments
                </Button>
            </Group>
            <QueryContent query={environments}>
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
                                cell: (environment) => (
                                    <PermissionControl to="UPDATE_PROJECT" project={projectId}>
                                        <Switch
                                            size="sm"
                                            aria-label={`Use ${environment.name} in this project`}
                                            checked={environment.visible}
                                            onChange={() =>
                                                change(environment.type, {
                                                    ...reviewOf(environment),
                                                    target: {
                                                        project: projectId,
                                                        environment: environment.name,
                                                        isUnproposable: true,
                                                    },
                                                    trial: trialOf(projectId, environment),
                                                    run: (mode) =>
                                                        set.mutate(
                                                            {
                                                                environment: environment.name,
                                                                isUsed: !environment.visible,
                                                                isProduction: environment.type === 'production',
                                                            },
                                                            { mode },
                                                        ),
                                                })
                                            }
                                        />
                                    </PermissionControl>
                                ),
                            },
                            {
                                title: 'Flags on',
                                width: 100,
                                cell: ({ projectEnabledToggleCount }) => formatNumber(projectEnabledToggleCount),
                            },
                            {
                                title: 'Tokens',
                                width: 90,
                                cell: ({ projectApiTokenCount }) => formatNumber(projectApiTokenCount),
                            },
                            {
                                title: 'Default strategy',
                                cell: (environment) => (
                                    <Group gap={8} justify="space-between" wrap="nowrap">
                                        <StrategySentence
                                            strategy={defaultDraft(environment, defaultStickiness)}
                                            segments={segments}
                                        />
                                        <PermissionControl
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
                                        </PermissionControl>
                                    </Group>
                                ),
                            },
                        ]}
                    />
                )}
            </QueryContent>
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
