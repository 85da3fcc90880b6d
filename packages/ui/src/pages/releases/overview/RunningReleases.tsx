import { Anchor, Badge, Group, Text } from '@mantine/core';
import { IconStairs } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { EnvironmentMark } from '../../../components/layout/SignalFlag.tsx';
import { Empty, QueryContent } from '../../../components/layout/States.tsx';
import { Table } from '../../../components/lists/Table.tsx';
import { count } from '../../../components/text/numbers.ts';
import { type PlanState, planState } from '../plans/plan.ts';
import { nextStep, STATE_LABELS } from '../plans/plan-sentences.ts';
import { MilestoneDots } from './MilestoneDots.tsx';
import { type Release, useReleases } from './release.queries.ts';

/** Releases that need somebody come first, finished ones last. */
const ORDER: PlanState[] = ['held', 'paused', 'waiting', 'running', 'not started', 'off', 'complete'];

const stateOf = ({ plan, enabled, next }: Release): PlanState =>
    planState(plan, { isOn: enabled, due: next ?? undefined });

/** The running releases: where each is, what happens next, and what is held and why. */
export function RunningReleases({ projectId }: { projectId?: string }) {
    const query = useReleases(projectId);
    return (
        <QueryContent query={query}>
            {({ releases, total }) =>
                releases.length === 0 ? (
                    <Empty title="No releases" icon={<IconStairs size={22} />}>
                        A release reaches its users step by step. Start one with “Release in steps” at an environment of
                        a flag.
                    </Empty>
                ) : (
                    <>
                        <Table
                            label="Running releases"
                            rows={releases.toSorted((a, b) => ORDER.indexOf(stateOf(a)) - ORDER.indexOf(stateOf(b)))}
                            rowKey={({ plan }) => plan.id}
                            find={({ featureName, project, environment }) => `${featureName} ${project} ${environment}`}
                            columns={[
                                {
                                    title: 'Flag',
                                    isMain: true,
                                    width: '30%',
                                    sort: ({ featureName }) => featureName,
                                    cell: (release) => <FlagCell release={release} hasProject={!projectId} />,
                                },
                                {
                                    title: 'Milestone',
                                    width: 190,
                                    cell: (release) => <MilestoneDots plan={release.plan} />,
                                },
                                {
                                    title: 'State',
                                    width: 150,
                                    sort: (release) => ORDER.indexOf(stateOf(release)),
                                    cell: (release) => <StateCell state={stateOf(release)} />,
                                },
                                {
                                    title: 'Next',
                                    cell: (release) => (
                                        <Text size="sm">
                                            {nextStep(
                                                release.plan,
                                                stateOf(release),
                                                release.environment,
                                                release.next ?? undefined,
                                            )}
                                        </Text>
                                    ),
                                },
                            ]}
                        />
                        {total > releases.length && (
                            <Text size="sm" c="dimmed" mt="xs">
                                The first {releases.length} of {count(total, 'release')}.
                            </Text>
                        )}
                    </>
                )
            }
        </QueryContent>
    );
}

function FlagCell({ release, hasProject }: { release: Release; hasProject: boolean }) {
    const { project, featureName, environment, environmentType } = release;
    return (
        <div>
            <Anchor
                fw={600}
                renderRoot={(props) => (
                    <Link
                        to="/projects/$projectId/features/$featureName"
                        params={{ projectId: project, featureName }}
                        search={{}}
                        {...props}
                    />
                )}
            >
                {featureName}
            </Anchor>
            <Group gap={6} wrap="nowrap">
                <EnvironmentMark type={environmentType} width={14} />
                <Text size="xs" c="dimmed" truncate>
                    {environment}
                    {hasProject && ` · ${project}`}
                </Text>
            </Group>
        </div>
    );
}

const StateCell = ({ state }: { state: PlanState }) => (
    <Badge color={STATE_LABELS[state].color}>{STATE_LABELS[state].label}</Badge>
);
