import { percent } from '@halyard/engine';
import { Tooltip } from '@mantine/core';
import { chartColour } from '../../components/charts/colours.ts';
import classes from './WeightBar.module.css';

export function WeightBar({
    variants,
    height = 8,
}: {
    variants: readonly { name: string; weight: number }[];
    height?: number;
}) {
    return (
        <div
            className={classes['bar']}
            style={{ height }}
            role="img"
            aria-label={variants.map(({ name, weight }) => `${name} ${percent(weight)}`).join(', ')}
        >
            {variants.map(({ name, weight }, index) => (
                <Tooltip key={name} label={`${name}: ${percent(weight)}`}>
                    <div style={{ flexGrow: weight, background: chartColour(index) }} />
                </Tooltip>
            ))}
        </div>
    );
}
