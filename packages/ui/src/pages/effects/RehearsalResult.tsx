import { Alert, Select, Text } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageOf } from '../../api/client.ts';
import { AffectedUsers } from './AffectedUsers.tsx';
import { Changes } from './Changes.tsx';
import { editedFlags, type Population } from './effects.ts';
import classes from './Rehearsed.module.css';
import type { WhatIfResult } from './what-if.queries.ts';

interface Props {
    project: string;
    /** The steps, used only to name the one that fails. */
    steps?: readonly { feature?: string | null | undefined }[];
    result: Pick<UseQueryResult<WhatIfResult>, 'data' | 'error' | 'isPlaceholderData'>;
    /** Undefined if the population cannot be changed. */
    onPopulation?: (population: Population) => void;
    otherwise?: ReactNode;
}

const POPULATIONS: Record<Exclude<Population, 'given'>, string> = {
    traffic: 'Real traffic',
    personas: 'Your personas',
    'made-up': 'Synthetic users',
};

/** The rehearsal result of a change. */
export function RehearsalResult({ project, steps = [], result, onPopulation, otherwise }: Props) {
    const { data, error, isPlaceholderData } = result;
    if (!data) {
        return (
            <>
                <Alert color="brass" icon={<IconInfoCircle size={16} />} role="status">
                    The impact cannot be computed now: {messageOf(error)} You can still make this change.
                </Alert>
                {otherwise}
            </>
        );
    }
    const { changes, who, failed } = data;
    const population = who[0]?.population;
    return (
        <div className={classes['rehearsed']} aria-live="polite" data-old={isPlaceholderData || undefined}>
            {failed && (
                <Alert color="red" icon={<IconAlertTriangle size={16} />} role="alert">
                    {steps.length > 1 && `${steps[failed.step]?.feature ?? 'One step'}: `}
                    {failed.message} This change will be rejected.
                </Alert>
            )}
            {!(failed && changes.length === 0) && <Changes changes={changes} />}
            {population && (
                <section className={classes['who']}>
                    <div className={classes['head']}>
                        <h3>Who is affected</h3>
                        {onPopulation && (
                            <Select
                                size="xs"
                                aria-label="Evaluated for"
                                data={Object.entries(POPULATIONS).map(([value, label]) => ({ value, label }))}
                                value={population}
                                onChange={(value) => onPopulation(value as Population)}
                                w={150}
                            />
                        )}
                    </div>
                    <AffectedUsers who={who} project={project} edited={editedFlags(changes)} />
                </section>
            )}
            {!population && changes.length > 0 && (
                <Text size="sm" c="dimmed">
                    No flag that you can see is affected.
                </Text>
            )}
        </div>
    );
}
