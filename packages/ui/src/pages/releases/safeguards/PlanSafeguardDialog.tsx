import { SegmentedControl, Select, Text } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { useApprovalFlow } from '../../change-requests/approvals/use-approval-flow.tsx';
import { stepTarget } from '../../effects/what-if.queries.ts';
import type { FlagEnvironmentOfType } from '../../flags/flag-requests.ts';
import { ComparisonFields } from './ComparisonFields.tsx';
import {
    ACTION_LABELS,
    ACTION_SENTENCES,
    type ComparedMilestone,
    initialComparison,
    type PlanAction,
} from './comparison.ts';
import { type NewPlanSafeguard, type Safeguard, useSavePlanSafeguard } from './safeguard.queries.ts';
import { initialThreshold, ThresholdFields } from './ThresholdFields.tsx';

interface Props {
    at: FlagEnvironmentOfType & { planId: string };
    milestones: readonly ComparedMilestone[];
    /** Undefined for a new one. */
    safeguard: Safeguard | undefined;
    onClose: () => void;
}

type Kind = 'comparison' | 'threshold';

/** What stops a release: users with the feature are worse off than those without, or a metric passes a limit. */
export function PlanSafeguardDialog({ at, milestones, safeguard, onClose }: Props) {
    const [kind, setKind] = useState<Kind>(safeguard?.impactMetric ? 'threshold' : 'comparison');
    const [comparison, setComparison] = useState(() => initialComparison(safeguard));
    const [threshold, setThreshold] = useState(() => initialThreshold(safeguard));
    const [action, setAction] = useState<PlanAction>(safeguard?.action.type ?? 'returnToPreviousMilestone');
    const save = useSavePlanSafeguard(at);
    const isComparing = kind === 'comparison';
    const name = isComparing ? comparison.outcome.trim() : threshold.impactMetric.metricName;
    const missing = name === '' ? (isComparing ? 'Enter an outcome' : 'Select a metric') : undefined;
    const body: NewPlanSafeguard = {
        ...(safeguard && { id: safeguard.id }),
        ...(isComparing ? { comparison: { ...comparison, outcome: name } } : threshold),
        action: { type: action },
    };
    const flow = useApprovalFlow(
        { project: at.projectId, environment: at.environment },
        {
            project: at.projectId,
            steps: [
                {
                    ...stepTarget(at),
                    action: 'changeReleasePlanSafeguard',
                    payload: { planId: at.planId, safeguard: body },
                },
            ],
        },
    );
    return (
        <FormDialog
            title={`${safeguard ? 'Change the' : 'Add a'} safeguard of the release in ${at.environment}`}
            opened
            size="lg"
            onClose={onClose}
            submit={flow.verb(safeguard ? 'Save' : 'Add safeguard')}
            alternatives={flow.alternatives}
            missing={missing}
            isDisabled={missing !== undefined || !flow.isWhole}
            isBusy={save.isPending || flow.isBusy}
            error={save.error ?? flow.error}
            onSubmit={() => flow.make((mode) => save.mutate(body, { mode, onSuccess: onClose }), onClose)}
        >
            {!safeguard && (
                <SegmentedControl
                    aria-label="Kind of safeguard"
                    data={[
                        { value: 'comparison', label: 'Users with and without it' },
                        { value: 'threshold', label: 'A metric and a limit' },
                    ]}
                    value={kind}
                    onChange={(value) => setKind(value as Kind)}
                />
            )}
            <Text size="sm" c="dimmed">
                {isComparing
                    ? `Users who get ${at.featureName} are compared with users that the percentage of the milestone leaves out. No number has to be known before.`
                    : 'A metric of all users is compared with a number. No data is not harm.'}
            </Text>
            {flow.notice}
            {isComparing ? (
                <ComparisonFields at={at} comparison={comparison} milestones={milestones} onChange={setComparison} />
            ) : (
                <ThresholdFields at={at} rule={threshold} onChange={setThreshold} effect={ACTION_SENTENCES[action]} />
            )}
            <Select
                label="When harm is shown"
                data={Object.entries(ACTION_LABELS).map(([value, label]) => ({ value, label }))}
                value={action}
                onChange={(value) => value && setAction(value as PlanAction)}
            />
            {flow.fields}
        </FormDialog>
    );
}
