import { Button, Menu, Stack, Text } from '@mantine/core';
import { IconChevronDown, IconTrophy } from '@tabler/icons-react';
import { PermissionControl } from '../../components/access/PermissionControl.tsx';
import { useReview } from '../strategies/Review.tsx';
import { formatEffect, formatInterval } from './effect-words.ts';
import { type Experiment, type Results, useDecideExperiment } from './experiment.queries.ts';
import { describeSample, verdictOf } from './verdict.ts';

interface Props {
    experiment: Experiment;
    results: Results;
}

/** Ships a variant: applied at once, or as a change request where changes need approval. */
export function DecideMenu({ experiment, results }: Props) {
    const { project, environment, feature, id } = experiment;
    const decide = useDecideExperiment(experiment);
    const { openReview, dialog } = useReview(project);
    const [control] = results.arms;
    const isOnOff = results.arms.every(({ variant }) => variant === 'enabled' || variant === 'disabled');

    function ship(variant: string) {
        openReview({
            title: `Ship ${variant} of ${feature} in ${environment}?`,
            about: <Evidence experiment={experiment} results={results} variant={variant} isOnOff={isOnOff} />,
            verb: `Ship ${variant}`,
            proposal: {
                project,
                steps: [{ feature, environment, action: 'decideExperiment', payload: { experimentId: id, variant } }],
            },
            run: (mode) => decide.mutateAsync({ variant }, { mode }),
        });
    }

    return (
        <>
            <Menu position="bottom-end">
                <Menu.Target>
                    <PermissionControl to="DECIDE_EXPERIMENT" project={project} environment={environment}>
                        <Button leftSection={<IconTrophy size={15} />} rightSection={<IconChevronDown size={14} />}>
                            Decide
                        </Button>
                    </PermissionControl>
                </Menu.Target>
                <Menu.Dropdown>
                    {results.arms.map(({ variant }) => (
                        <Menu.Item key={variant} onClick={() => ship(variant)}>
                            Ship {variant}
                            {variant === control?.variant && ' (control)'}
                        </Menu.Item>
                    ))}
                </Menu.Dropdown>
            </Menu>
            {dialog}
        </>
    );
}

/** What the decision is based on. */
function Evidence({ experiment, results, variant, isOnOff }: Props & { variant: string; isOnOff: boolean }) {
    const { feature } = experiment;
    const effects = experiment.metrics.flatMap(({ key, kind }) => {
        const effect = results.metrics
            .find((metric) => metric.key === key)
            ?.effects.find((each) => each.variant === variant);
        if (!effect) return [];
        const value =
            effect.effect === null ? 'no effect computed' : formatEffect(effect.effect, effect.difference, kind);
        return [`${key}: ${value} (${formatInterval(effect, kind)}), ${effect.state}`];
    });
    return (
        <Stack gap={4} component="span">
            <span>
                {isOnOff
                    ? `${feature} is ${variant} for everybody whom its strategies target, and the experiment ends.`
                    : `Everybody whom the strategies of ${feature} target gets ${variant}, and the experiment ends.`}
            </span>
            <span>
                {verdictOf({ ...experiment, state: 'Running' }, results).sentence}{' '}
                {describeSample(experiment, results, Date.parse(results.at))}.
            </span>
            {effects.map((line) => (
                <Text key={line} size="xs" component="span">
                    {line}
                </Text>
            ))}
        </Stack>
    );
}
