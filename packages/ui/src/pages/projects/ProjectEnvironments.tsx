import { Button, Group, NumberInput, Select, Switch } from '@mantine/core';
import { useState } from 'react';
import type { components } from '../../api/schema.generated.ts';
import { Allowed } from '../../components/Allowed.tsx';
import { FormDialog } from '../../components/FormDialog.tsx';
import { EnvironmentMark } from '../../components/SignalFlag.tsx';
import { Loaded } from '../../components/States.tsx';
import { Table } from '../../components/Table.tsx';
import { useProjectEnvironments, useSetDefaultStrategy, useSetProjectEnvironment } from './project.queries.ts';

type EnvironmentOfProject = components['schemas']['environmentOfProject'];

export function ProjectEnvironments({ projectId }: { projectId: string }) {
    const environments = useProjectEnvironments(projectId);
    const set = useSetProjectEnvironment(projectId);
    const [edited, setEdited] = useState<EnvironmentOfProject>();
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
                                cell: ({ name, visible }) => (
                                    <Allowed to="UPDATE_PROJECT" project={projectId}>
                                        <Switch
                                            size="sm"
                                            aria-label={`Use ${name} in this project`}
                                            checked={visible}
                                            onChange={(event) =>
                                                set.mutate({ environment: name, isUsed: event.currentTarget.checked })
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
                                    <Group gap={8} justify="space-between">
                                        {describe(environment)}
                                        <Allowed
                                            to={['PROJECT_DEFAULT_STRATEGY_WRITE', 'UPDATE_PROJECT']}
                                            project={projectId}
                                        >
                                            <Button
                                                size="compact-xs"
                                                variant="default"
                                                onClick={() => setEdited(environment)}
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
            {edited && (
                <DefaultStrategyDialog
                    projectId={projectId}
                    environment={edited}
                    onClose={() => setEdited(undefined)}
                />
            )}
        </>
    );
}

const rolloutOf = ({ defaultStrategy }: EnvironmentOfProject) =>
    Number(defaultStrategy?.parameters?.['rollout'] ?? 100);

const describe = (environment: EnvironmentOfProject) =>
    rolloutOf(environment) >= 100 ? 'Everyone' : `${rolloutOf(environment)}\u00a0% of users`;

function DefaultStrategyDialog({
    projectId,
    environment,
    onClose,
}: {
    projectId: string;
    environment: EnvironmentOfProject;
    onClose: () => void;
}) {
    const save = useSetDefaultStrategy(projectId);
    const [rollout, setRollout] = useState<number | string>(rolloutOf(environment));
    const [stickiness, setStickiness] = useState(environment.defaultStrategy?.parameters?.['stickiness'] ?? 'default');
    return (
        <FormDialog
            title={`Default strategy in ${environment.name}`}
            opened
            onClose={onClose}
            submit="Save"
            isBusy={save.isPending}
            error={save.error}
            onSubmit={() =>
                save.mutate(
                    { environment: environment.name, rollout: Number(rollout), stickiness },
                    { onSuccess: onClose },
                )
            }
        >
            <NumberInput
                label="Percentage of users"
                description="A flag that is turned on without a strategy gets this one."
                min={0}
                max={100}
                suffix=" %"
                value={rollout}
                onChange={setRollout}
                data-autofocus
            />
            <Select
                label="Sticks to"
                data={['default', 'userId', 'sessionId', 'random']}
                value={stickiness}
                onChange={(value) => value && setStickiness(value)}
            />
        </FormDialog>
    );
}
