import { Text } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { ConditionFields } from '../conditions/ConditionFields.tsx';
import { type Condition, conditionProblem } from '../conditions/condition.ts';
import type { Milestone } from './plan.queries.ts';

interface Props {
    milestone: Milestone;
    next: Milestone;
    onChoose: (condition: Condition | undefined) => void;
    onClose: () => void;
}

/** When the next milestone starts by itself. */
export function ProgressionDialog({ milestone, next, onChoose, onClose }: Props) {
    const [condition, setCondition] = useState<Condition | undefined>(
        milestone.transitionCondition ?? { type: 'time', intervalMinutes: 24 * 60 },
    );
    const problem = condition && (conditionProblem(condition) ?? pastProblem(milestone, condition));
    return (
        <FormDialog
            title={`When does ${next.name} start?`}
            opened
            onClose={onClose}
            submit="Continue"
            missing={problem}
            isDisabled={problem !== undefined}
            onSubmit={() => onChoose(condition)}
        >
            <Text size="sm" c="dimmed">
                Time and exposures count from the start of “{milestone.name}”.
            </Text>
            <ConditionFields label={`After ${milestone.name}`} value={condition} onChange={setCondition} />
        </FormDialog>
    );
}

/** A running milestone cannot have ended in the past. */
function pastProblem({ startedAt }: Milestone, { intervalMinutes, minimumExposures }: Condition): string | undefined {
    if (!startedAt || intervalMinutes === undefined || minimumExposures !== undefined) return undefined;
    const end = Date.parse(startedAt) + intervalMinutes * 60_000;
    return end > Date.now() ? undefined : 'That time has passed: enter a longer one, or start the next milestone now';
}
