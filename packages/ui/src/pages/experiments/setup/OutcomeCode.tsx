import { Stack, Text } from '@mantine/core';
import { listed } from '../../../components/text/listed.ts';
import { OutcomeSnippets } from '../../metrics/OutcomeSnippets.tsx';
import type { Experiment } from '../experiment.queries.ts';

/** The lines that an experiment needs in applications: one for the enrolment, one for each outcome. */
export function OutcomeCode({ experiment: { enrol, metrics, population } }: { experiment: Experiment }) {
    const primary = metrics.find(({ role }) => role === 'primary') ?? metrics[0];
    const measured = new Set(metrics.flatMap(({ outcome, denominator }) => [outcome, denominator ?? []].flat()));
    const enrolling = population === 'recomputed' ? enrol.slice(0, 1) : [];
    const shown = primary && !enrolling.includes(primary.outcome) ? [primary] : [];
    const others = [...measured].filter((name) => ![...enrolling, primary?.outcome].includes(name));
    const valued = metrics.filter(({ kind }) => kind === 'mean' || kind === 'ratio').map(({ outcome }) => outcome);
    return (
        <Stack gap="sm">
            <OutcomeSnippets
                lines={[
                    ...enrolling.map((name) => ({
                        name,
                        about: 'Wherever a user could meet the feature, whatever the variant:',
                    })),
                    ...shown.map(({ outcome: name }) => ({
                        name,
                        about: `When the user has “${name}”:`,
                        ...(valued.includes(name) && { value: 42 }),
                    })),
                ]}
            />
            {others.length > 0 && (
                <Text size="sm">
                    In the same way: {listed(others)}.{' '}
                    {valued.length > 0 && `A value is needed by ${listed([...new Set(valued)])}.`}
                </Text>
            )}
        </Stack>
    );
}
