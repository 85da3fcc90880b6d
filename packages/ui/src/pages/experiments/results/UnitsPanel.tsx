import { Alert, Anchor, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Schemas } from '../../../api/types.ts';
import { chartColour } from '../../../components/charts/colours.ts';
import { Panel } from '../../../components/layout/Panel.tsx';
import { count, formatNumber, formatShare } from '../../../components/text/numbers.ts';
import { type Experiment, type Results, useExcludedUnits } from '../experiment.queries.ts';
import classes from './UnitsPanel.module.css';

/** Above this share of the enrolled users, the result says how to fix it. */
const NOTABLE_SHARE = 0.01;

interface Props {
    experiment: Experiment;
    results: Results;
}

/** Who counts, in which variant, and who does not and why. */
export function UnitsPanel({ experiment, results }: Props) {
    const { units, arms, reportedArms } = results;
    const hasExcluded = units.undecidable + units.unenrolled > 0;
    const { data: excluded } = useExcludedUnits(experiment, hasExcluded);
    return (
        <Panel
            title="Users"
            about={
                results.source
                    ? `Enrolled by the exposures of data source ${results.source.name}, with the variants that it reports.`
                    : experiment.population === 'exposed'
                      ? 'Enrolled by exposures that applications report.'
                      : 'Enrolled by evaluations, exposures, or the enrolling outcomes.'
            }
        >
            <Stack gap="md">
                <table className={classes['arms']} aria-label="Users by variant">
                    <thead>
                        <tr>
                            <th scope="col">Variant</th>
                            <th scope="col">Users</th>
                            <th scope="col">Share</th>
                            <th scope="col">Expected</th>
                        </tr>
                    </thead>
                    <tbody>
                        {arms.map(({ variant, weight, units: number }, index) => {
                            const share = units.total === 0 ? undefined : number / units.total;
                            return (
                                <tr key={variant}>
                                    <th scope="row">
                                        <i
                                            className={classes['swatch']}
                                            style={{ background: chartColour(index) }}
                                            aria-hidden="true"
                                        />
                                        {variant}
                                        {index === 0 && <small> control</small>}
                                    </th>
                                    <td>{formatNumber(number)}</td>
                                    <td>
                                        {share === undefined ? '–' : formatShare(share)}
                                        <span className={classes['bar']} aria-hidden="true">
                                            <i
                                                className={classes['fill']}
                                                style={{
                                                    width: `${100 * (share ?? 0)}%`,
                                                    background: chartColour(index),
                                                }}
                                            />
                                            <b className={classes['expected']} style={{ left: `${100 * weight}%` }} />
                                        </span>
                                    </td>
                                    <td>{formatShare(weight)}</td>
                                </tr>
                            );
                        })}
                    </tbody>
                </table>
                {reportedArms > 0 && results.source === null && (
                    <Text size="sm">
                        For {count(reportedArms, 'user')}, the variant is the one that the application reported, because
                        it could not be computed.
                    </Text>
                )}
                <Excluded
                    title="Undecidable"
                    number={units.undecidable}
                    total={units.total}
                    about="The variant cannot be computed, because the context lacks a property that a constraint needs, or contains a hash of it."
                    reasons={excluded?.undecidable.map(
                        ({ reason, name, units: number }) =>
                            `${describeReason(reason, name)}: ${count(number, 'user')}`,
                    )}
                    fix="Send the context with the outcomes: `context` instead of `unit`, with every field that the constraints of the flag use, not hashed."
                />
                <Excluded
                    title="Several variants"
                    number={units.multiple}
                    total={units.total}
                    about="The variant changed while the flag did not, for example because the context differs."
                    fix="Send the same context wherever the flag is evaluated, or make the flag sticky on a field that does not change."
                />
                <Excluded
                    title="Not enrolled"
                    number={units.unenrolled}
                    total={units.total}
                    about="They have outcomes, but never met the flag."
                    reasons={excluded?.unenrolled.outcomes.map(
                        ({ name, units: number }) => `${name} in the last hour: ${count(number, 'user')}`,
                    )}
                    fix={`Send ${experiment.enrol.join(' or ') || 'an enrolling outcome'} wherever a user could meet the feature, whatever the variant, before the other outcomes.`}
                    link={
                        <Anchor
                            size="sm"
                            underline="always"
                            renderRoot={(props) => (
                                <Link
                                    to="/projects/$projectId/experiments/$experimentId"
                                    params={{ projectId: experiment.project, experimentId: experiment.id }}
                                    search={{ shows: 'code' }}
                                    {...props}
                                />
                            )}
                        >
                            Show the lines to copy
                        </Anchor>
                    }
                />
            </Stack>
        </Panel>
    );
}

interface ExcludedProps {
    title: string;
    number: number;
    total: number;
    about: string;
    fix: string;
    reasons?: string[] | undefined;
    link?: React.ReactNode;
}

/** Users who are in no rate. */
function Excluded({ title, number, total, about, fix, reasons = [], link }: ExcludedProps) {
    const isNotable = number > total * NOTABLE_SHARE;
    const share = total > 0 && number > 0 ? ` (${formatShare(number / total)} of the enrolled)` : '';
    const text = `${title}: ${formatNumber(number)}${share}`;
    const list = reasons.length > 0 && (
        <ul className={classes['reasons']}>
            {reasons.map((reason) => (
                <li key={reason}>{reason}</li>
            ))}
        </ul>
    );
    if (!isNotable) {
        return (
            <div>
                <Text size="sm">{text}</Text>
                <Text size="xs" c="dimmed">
                    {about}
                </Text>
                {number > 0 && list}
            </div>
        );
    }
    return (
        <Alert color="brass" icon={<IconAlertTriangle size={16} />} title={text}>
            {about} {fix} {link}
            {list}
        </Alert>
    );
}

type ExclusionReason = Schemas['excludedUnits']['undecidable'][number]['reason'];

function describeReason(reason: ExclusionReason, name: string | null): string {
    switch (reason) {
        case 'missing':
            return `the context lacks ${name ?? 'a field'}`;
        case 'hashed':
            return `the context contains a hash of ${name ?? 'a field'}`;
        case 'strategy':
            return `strategy ${name ?? 'of a custom type'} cannot be evaluated by the service`;
        case 'random':
            return 'the split is random';
        case 'variant':
            return 'the data source reports a variant that the flag does not have';
    }
}
