import { Badge } from '@mantine/core';
import type { Experiment } from './experiment.queries.ts';
import { STATE_LOOKS } from './experiment-states.ts';

export function ExperimentBadge({ state }: Pick<Experiment, 'state'>) {
    const { label, color, variant } = STATE_LOOKS[state];
    return (
        <Badge color={color} variant={variant}>
            {label}
        </Badge>
    );
}
