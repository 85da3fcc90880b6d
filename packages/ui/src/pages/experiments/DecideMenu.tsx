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
            <PermissionControl to="DECIDE_EXPERIMENT" project={project} environment={environment}>
                <VariantMenu variants={results.arms.map(({ variant }) => variant)} onShip={ship} />
            </PermissionControl>
            {dialog}
        </>
    );
}

interface MenuProps {
    /** The control first. */
    variants: readonly string[];
    onShip: (variant: string) => void;
    /** Set where the user may not decide. */
    disabled?: boolean;
}

const VariantMenu = ({ variants, onShip, disabled = false }: MenuProps) => (
    <Menu position="bottom-end">
        <Menu.Target>
            <Button
                disabled={disabled}
                leftSection={<IconTrophy size={15} />}
                rightSection={<IconChevronDown size={14} />}
            >
                Decide
            </Button>
        </Menu.Target>
        <Menu.Dropdown>
            {variants.map((variant, index) => (
                <Menu.Item key={variant} onClick={() => onShip(variant)}>
                    Ship {variant}
                    {index === 0 && ' (control)'}
                </Menu.Item>
            ))}
        </Menu.Dropdown>
    </Menu>
);

/** The evidence of the decision. */
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
                    ? `${feature} is ${variant} for all users that its strategies target, and the experiment ends.`
                    : `All users that the strategies of ${feature} target get ${variant}, and the experiment ends.`}
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
