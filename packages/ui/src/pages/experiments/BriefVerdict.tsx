import { Text } from '@mantine/core';
import {
    IconAlertTriangle,
    IconCircleDashed,
    IconScale,
    IconTrendingDown,
    IconTrendingUp,
    type TablerIcon,
} from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { messageOf } from '../../api/client.ts';
import type { Experiment, Results } from './experiment.queries.ts';
import classes from './Verdict.module.css';
import { type VerdictTone, verdictOf } from './verdict.ts';

export const TONE_ICONS: Record<VerdictTone, TablerIcon> = {
    good: IconTrendingUp,
    bad: IconTrendingDown,
    open: IconScale,
    none: IconCircleDashed,
    withheld: IconAlertTriangle,
};

interface Props {
    experiment: Experiment;
    results: UseQueryResult<Results> | undefined;
}

/** The verdict of an experiment in a few words. Results that could not be read are not “no data”. */
export function BriefVerdict({ experiment, results }: Props) {
    if (experiment.state === 'Draft') return <Dimmed>Not started</Dimmed>;
    if (!results || results.isPending) return <Dimmed>…</Dimmed>;
    if (!results.data) return <Dimmed>Results could not be loaded: {messageOf(results.error)}</Dimmed>;
    const { tone, brief } = verdictOf(experiment, results.data);
    const Icon = TONE_ICONS[tone];
    return (
        <span className={classes['brief']} data-tone={tone}>
            <Icon size={15} aria-hidden="true" />
            {brief}
        </span>
    );
}

const Dimmed = ({ children }: { children: React.ReactNode }) => (
    <Text size="sm" c="dimmed" component="span">
        {children}
    </Text>
);
