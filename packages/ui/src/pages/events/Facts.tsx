import { IconArrowRight } from '@tabler/icons-react';
import classes from './Facts.module.css';
import type { Fact } from './reading.ts';

interface Props {
    facts: readonly Fact[];
    /** Whether to show only as many facts as fit in a row, truncated. */
    isShort?: boolean;
}

const MAX_FACTS = 3;
const MAX_LENGTH = 90;

/** Whether the facts do not fit in a row. */
export const isTruncated = (facts: readonly Fact[]) =>
    facts.length > MAX_FACTS ||
    facts.some((fact) => [fact.what, fact.before, fact.after].some((text = '') => text.length > MAX_LENGTH));

/** The changed values: `25% → 90%`, added and removed values. */
export function Facts({ facts, isShort = false }: Props) {
    if (facts.length === 0) return null;
    const shown = isShort ? facts.slice(0, MAX_FACTS) : facts;
    const cut = (text: string) =>
        isShort && text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH).trimEnd()}…` : text;
    return (
        <ul className={classes['facts']} data-short={isShort || undefined}>
            {shown.map(({ what, before, after }, index) => (
                // Facts have no id, and events never change.
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                <li key={index}>
                    {what && <span className={classes['what']}>{cut(what)} </span>}
                    {before !== undefined && <del data-gone={after === undefined || undefined}>{cut(before)}</del>}
                    {before !== undefined && after !== undefined && (
                        <>
                            {' '}
                            <IconArrowRight size={13} className={classes['to']} aria-label="to" />{' '}
                        </>
                    )}
                    {after !== undefined && <ins>{cut(after)}</ins>}
                </li>
            ))}
            {facts.length > shown.length && <li className={classes['what']}>and {facts.length - shown.length} more</li>}
        </ul>
    );
}
