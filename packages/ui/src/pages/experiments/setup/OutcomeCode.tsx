import { Stack } from '@mantine/core';
import { OutcomeSnippets } from '../../metrics/OutcomeSnippets.tsx';
import type { Experiment } from '../experiment.queries.ts';

/** The lines that an experiment needs in applications: one for the enrolment, one for each outcome. */
export function OutcomeCode({ experiment: { enrol, metrics, population } }: { experiment: Experiment }) {
    const hasValue = new Set(
        metrics.filter(({ kind }) => kind === 'mean' || kind === 'ratio').map(({ outcome }) => outcome),
    );
    const measured = [...new Set(metrics.flatMap(({ outcome, denominator }) => [outcome, denominator ?? []].flat()))];
    const enrolling = population === 'recomputed' ? enrol.slice(0, 1) : [];
    return (
        <Stack gap="sm">
            <OutcomeSnippets
                lines={[
                    ...enrolling.map((name) => ({
                        name,
                        about: 'Wherever a user could meet the feature, whatever the variant:',
                    })),
                    ...measured
                        .filter((name) => !enrolling.includes(name))
                        .map((name) => ({
                            name,
                            about: `When the user has “${name}”:`,
                            ...(hasValue.has(name) && { value: 42 }),
                        })),
                ]}
            />
        </Stack>
    );
}
