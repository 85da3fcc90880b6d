import { Text } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { useApprovalFlow } from '../../change-requests/approvals/use-approval-flow.tsx';
import { stepTarget } from '../../effects/what-if.queries.ts';
import type { FlagEnvironmentOfType } from '../../flags/flag-requests.ts';
import { type NewSafeguard, type Safeguard, useSaveSafeguard } from './safeguard.queries.ts';
import { initialThreshold, ThresholdFields } from './ThresholdFields.tsx';

interface Props {
    at: FlagEnvironmentOfType;
    /** Undefined for a new one. */
    safeguard: Safeguard | undefined;
    onClose: () => void;
}

/** A limit of a metric, beyond which the flag is turned off. */
export function SafeguardDialog({ at, safeguard, onClose }: Props) {
    const [body, setBody] = useState<NewSafeguard>(() => initialThreshold(safeguard));
    const save = useSaveSafeguard(at);
    const isMissing = body.impactMetric.metricName === '';
    const flow = useApprovalFlow(
        { project: at.projectId, environment: at.environment },
        {
            project: at.projectId,
            steps: [{ ...stepTarget(at), action: 'changeFeatureEnvSafeguard', payload: { safeguard: body } }],
        },
    );
    return (
        <FormDialog
            title={`${safeguard ? 'Change the' : 'Add a'} safeguard in ${at.environment}`}
            opened
            size="lg"
            onClose={onClose}
            submit={flow.verb(safeguard ? 'Save' : 'Add safeguard')}
            alternatives={flow.alternatives}
            missing={isMissing ? 'Select a metric' : undefined}
            isDisabled={isMissing || !flow.isWhole}
            isBusy={save.isPending || flow.isBusy}
            error={save.error ?? flow.error}
            onSubmit={() => flow.make((mode) => save.mutate(body, { mode, onSuccess: onClose }), onClose)}
        >
            <Text size="sm" c="dimmed">
                {at.featureName} is turned off in {at.environment} when a metric passes a limit. It is checked every 30
                seconds. No data is not a reason to turn it off.
            </Text>
            {flow.notice}
            <ThresholdFields at={at} rule={body} onChange={setBody} effect="The flag is turned off" />
            {flow.fields}
        </FormDialog>
    );
}
