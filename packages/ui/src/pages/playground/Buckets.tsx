import { type Explanation, percent, type StrategyTrace } from '@halyard/engine';
import { chartColour } from '../../components/charts/colours.ts';
import classes from './ExplanationTree.module.css';

/** The position of a user in a rollout. */
export function RolloutBar({ bucket, threshold, hashInput, stickiness }: NonNullable<StrategyTrace['rollout']>) {
    return (
        <>
            {bucket === null ? (
                `No bucket: the context has no ${stickiness}`
            ) : (
                <>
                    Bucket <b>{bucket}</b> of 100; those up to <b>{threshold}</b> are inside
                </>
            )}
            <div className={classes['bar']} aria-hidden="true">
                <div style={{ width: `${threshold}%` }} />
                {bucket !== null && <span style={{ left: `${bucket - 0.5}%` }} />}
            </div>
            {hashInput !== null && (
                <div className={classes['reason']}>
                    hash of <code>{hashInput}</code>
                </div>
            )}
        </>
    );
}

interface VariantProps {
    choice: NonNullable<Explanation['variantChoice']>;
    variants: Explanation['variants'];
}

/** The position of a user among the variants. */
export function VariantBar({ choice, variants }: VariantProps) {
    const { bucket, total, interval, hashInput, reason } = choice;
    return (
        <>
            <div className={classes['reason']}>
                {bucket === null || !interval ? (
                    reason
                ) : (
                    <>
                        Bucket {bucket} of {total} is in {interval[0]} to {interval[1]}
                    </>
                )}
            </div>
            {bucket !== null && interval && (
                <div className={classes['split']} aria-hidden="true">
                    {variants.map(({ name, weight }, index) => (
                        <div key={name} style={{ flexGrow: weight, background: chartColour(index) }} />
                    ))}
                    <span style={{ left: `${(100 * (bucket - 0.5)) / total}%` }} />
                </div>
            )}
            <div className={classes['legend']}>
                {variants.map(({ name, weight }, index) => (
                    <span key={name} data-chosen={index === choice.choice || undefined}>
                        <i style={{ background: chartColour(index) }} />
                        {name} {percent(weight)}
                    </span>
                ))}
            </div>
            {hashInput !== null && (
                <div className={classes['reason']}>
                    hash of <code>{hashInput}</code>
                </div>
            )}
        </>
    );
}
