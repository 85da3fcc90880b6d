import { Text } from '@mantine/core';
import { IconCheck, IconQuestionMark, IconX } from '@tabler/icons-react';
import { shortDayWithWeekday } from '../../../components/time/time.tsx';
import type { FlagAt } from '../flag-requests.ts';
import { useRemoval } from './code.queries.ts';
import { FactBlock } from './FactBlock.tsx';
import classes from './FlagCode.module.css';

type Removal = NonNullable<ReturnType<typeof useRemoval>['data']>;

const VERDICTS: Record<Removal['verdict'], string> = {
    safe: 'Safe to remove',
    'not-yet': 'Not yet safe to remove',
    unknown: 'Not enough data',
};

const MARKS: Record<Removal['reasons'][number]['speaks'], { Icon: typeof IconCheck; label: string }> = {
    for: { Icon: IconCheck, label: 'In favour:' },
    against: { Icon: IconX, label: 'Against:' },
    unknown: { Icon: IconQuestionMark, label: 'Unknown:' },
};

const ISO_DAY = /\b\d{4}-\d\d-\d\d\b/g;

/** Renders text between backticks as code, as in Markdown. */
const withCode = (text: string) =>
    text.split('`').map((part, index) => (index % 2 === 1 ? <code key={part}>{part}</code> : part));

/** Whether the flag can be removed, with the reasons for and against. */
export function FlagRemoval({ at }: { at: FlagAt }) {
    const { data } = useRemoval(at);
    if (!data) return null;
    return (
        <FactBlock title="Clean-up">
            <Text size="sm">{VERDICTS[data.verdict]}</Text>
            <ul className={classes['reasons']}>
                {data.reasons.map(({ about, speaks, says }) => {
                    const { Icon, label } = MARKS[speaks];
                    return (
                        <li key={about}>
                            <Icon size={12} aria-hidden />
                            <span>
                                <span className="visually-hidden">{label} </span>
                                {withCode(says.replace(ISO_DAY, shortDayWithWeekday))}
                            </span>
                        </li>
                    );
                })}
            </ul>
        </FactBlock>
    );
}
