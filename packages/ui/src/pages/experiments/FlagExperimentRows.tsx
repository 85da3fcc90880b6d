import { Anchor, Group, Text } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { BriefVerdict } from './BriefVerdict.tsx';
import { ExperimentBadge } from './ExperimentBadge.tsx';
import { type Experiment, useResultsOfAll } from './experiment.queries.ts';
import { STATE_ORDER } from './experiment-states.ts';
import classes from './FlagExperiments.module.css';

/** The most experiments that the page of a flag shows; the others are on the page of the project. */
const MAX_SHOWN = 3;

/** Experiments of one flag, one compact row each. */
export function FlagExperimentRows({ experiments }: { experiments: readonly Experiment[] }) {
    const shown = experiments
        .toSorted((a, b) => STATE_ORDER.indexOf(a.state) - STATE_ORDER.indexOf(b.state))
        .slice(0, MAX_SHOWN);
    const results = useResultsOfAll(shown);
    return (
        <ul className={classes['experiments']} aria-label="Experiments">
            {shown.map((experiment, index) => (
                <li key={experiment.id}>
                    <IconFlask size={16} aria-hidden="true" />
                    <Group gap={8} wrap="wrap">
                        <Anchor
                            fw={600}
                            size="sm"
                            renderRoot={(props) => (
                                <Link
                                    to="/projects/$projectId/experiments/$experimentId"
                                    params={{ projectId: experiment.project, experimentId: experiment.id }}
                                    search={{}}
                                    {...props}
                                />
                            )}
                        >
                            {experiment.name}
                        </Anchor>
                        <ExperimentBadge state={experiment.state} />
                        <Text size="xs" c="dimmed" component="span">
                            {experiment.environment}
                        </Text>
                        <BriefVerdict experiment={experiment} results={results[index]} />
                    </Group>
                </li>
            ))}
            {experiments.length > MAX_SHOWN && (
                <li>
                    <Anchor
                        inherit
                        underline="always"
                        renderRoot={(props) => (
                            <Link
                                to="/projects/$projectId"
                                params={{ projectId: experiments[0]?.project ?? '' }}
                                search={{ tab: 'experiments' }}
                                {...props}
                            />
                        )}
                    >
                        {experiments.length - MAX_SHOWN} more
                    </Anchor>
                </li>
            )}
        </ul>
    );
}
