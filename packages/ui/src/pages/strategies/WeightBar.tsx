import { percent } from '@halyard/engine';
import { Tooltip } from '@mantine/core';
import classes from './WeightBar.module.css';

/** Distinct in both colour schemes, and in this order also for colour-blind users. */
export const VARIANT_COLOURS = ['#23818b', '#e2a62c', '#4475c2', '#d1432d', '#795cb6', '#55a668', '#8f8a7f', '#c2609a'];

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
                    <div style={{ flexGrow: weight, background: VARIANT_COLOURS[index % VARIANT_COLOURS.length] }} />
                </Tooltip>
            ))}
        </div>
    );
}
