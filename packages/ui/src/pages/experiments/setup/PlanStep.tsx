import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { FlagEnvironment } from '../../../api/types.ts';
import { lazyComponent } from '../../../components/layout/lazy.tsx';
import { Panel } from '../../../components/layout/Panel.tsx';
import type { Experiment } from '../experiment.queries.ts';
import { FlagLink } from '../FlagLink.tsx';
import { armsOf, armsProblem, stickinessProblem } from './arms.ts';

const PowerPanel = lazyComponent(() => import('./PowerPanel.tsx'), 'PowerPanel');
const OutcomeCode = lazyComponent(() => import('./OutcomeCode.tsx'), 'OutcomeCode');
const SourceQueryPanel = lazyComponent(() => import('./SourceQueryPanel.tsx'), 'SourceQueryPanel');

interface Props {
    experiment: Experiment;
    split: FlagEnvironment | undefined;
}

/** How long the experiment takes, the lines that applications need, and what prevents the start. */
export function PlanStep({ experiment, split }: Props) {
    const { feature, environment, unit, project } = experiment;
    const problem = split && (armsProblem(armsOf(split)) ?? stickinessProblem(split, unit));
    return (
        <>
            {problem && (
                <Alert
                    color="red"
                    role="status"
                    icon={<IconAlertTriangle size={16} />}
                    title={`${feature} cannot be compared in ${environment} yet`}
                >
                    {problem} <FlagLink projectId={project} feature={feature} />
                </Alert>
            )}
            {split && !split.enabled && !problem && (
                <Alert color="brass" role="status" icon={<IconAlertTriangle size={16} />}>
                    {feature} is off in {environment}: nobody gets a variant until it is turned on.
                </Alert>
            )}
            {experiment.source === null ? (
                <>
                    <PowerPanel experiment={experiment} />
                    <Panel
                        title="The lines to copy"
                        about="Applications report what users do. They report no variants."
                    >
                        <OutcomeCode experiment={experiment} />
                    </Panel>
                </>
            ) : (
                <SourceQueryPanel experiment={experiment} />
            )}
            <Text size="sm" c="dimmed">
                Starting changes nothing for users: the flag decides who gets which variant. Users are enrolled from the
                start on.
            </Text>
        </>
    );
}
