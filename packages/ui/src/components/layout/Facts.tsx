import { formatNumber } from '../text/numbers.ts';
import classes from './Facts.module.css';

/** A row of numbers with labels. */
export function Facts({ facts }: { facts: Record<string, number> }) {
    return (
        <dl className={classes['facts']}>
            {Object.entries(facts).map(([label, value]) => (
                <div key={label}>
                    <dd>{formatNumber(value)}</dd>
                    <dt>{label}</dt>
                </div>
            ))}
        </dl>
    );
}
