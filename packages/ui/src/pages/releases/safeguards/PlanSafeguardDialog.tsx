import { SegmentedControl, Select, Text } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { useApprovalFlow } from '../../change-requests/approvals/use-approval-flow.tsx';
import { stepTarget } from '../../effects/what-if.queries.ts';
import type { FlagEnvironmentOfType } from '../../flags/flag-requests.ts';
import { ComparisonFields } from './ComparisonFields.tsx';
import { CountFields } from './CountFields.tsx';
import {
    ACTION_LABELS,
    ACTION_SENTENCES,
    type ComparedMilestone,
    type Counts,
    initialComparison,
    initialCounts,
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

type Kind = 'comparison' | 'counts' | 'threshold';

const KINDS: Record<Kind, string> = {
    comparison: 'Users with and without it',
    counts: 'Events with and without it',
    threshold: 'A metric and a limit',
};

const kindOf = (safeguard: Safeguard | undefined): Kind => {
    if (safeguard?.impactMetric) return 'threshold';
    return safeguard?.counts ? 'counts' : 'comparison';
};

/** What stops a release: users with the feature are worse off than those without, or a metric passes a limit. */
export function PlanSafeguardDialog({ at, milestones, safeguard, onClose }: Props) {
    const [kind, setKind] = useState(() => kindOf(safeguard));
    const [comparison, setComparison] = useState(() => initialComparison(safeguard));
    const [counts, setCounts] = useState(() => initialCounts(safeguard));
    const [threshold, setThreshold] = useState(() => initialThreshold(safeguard));
    const [action, setAction] = useState<PlanAction>(safeguard?.action.type ?? 'returnToPreviousMilestone');
    const save = useSavePlanSafeguard(at);
    const outcome = comparison.outcome.trim();
    const rules: Record<Kind, { rule: NewPlanSafeguard; missing: string | undefined; about: string }> = {
        comparison: {
            rule: { comparison: { ...comparison, outcome } },
            missing: outcome === '' ? 'Enter an outcome' : undefined,
            about: `Users who get ${at.featureName} are compared with users that the percentage of the milestone leaves out. No number has to be known before.`,
        },
        counts: {
            rule: { counts },
            missing: missingOf(counts),
            about: `Events per evaluation with ${at.featureName} are compared with those without it. Applications need not report users.`,
        },
        threshold: {
            rule: threshold,
            missing: threshold.impactMetric.metricName === '' ? 'Select a metric' : undefined,
            about: 'A metric of all users is compared with a number. No data is not harm.',
        },
    };
    const { rule, missing, about } = rules[kind];
    const body: NewPlanSafeguard = { ...(safeguard && { id: safeguard.id }), ...rule, action: { type: action } };
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
                    data={Object.entries(KINDS).map(([value, label]) => ({ value, label }))}
                    value={kind}
                    onChange={(value) => setKind(value as Kind)}
                />
            )}
            <Text size="sm" c="dimmed">
                {about}
            </Text>
            {flow.notice}
            {kind === 'comparison' && (
                <ComparisonFields at={at} comparison={comparison} milestones={milestones} onChange={setComparison} />
            )}
            {kind === 'counts' && <CountFields at={at} counts={counts} milestones={milestones} onChange={setCounts} />}
            {kind === 'threshold' && (
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

function missingOf({ metricName, controlValues }: Counts): string | undefined {
    if (metricName === '') return 'Select a metric';
    return controlValues.length === 0 ? 'Enter a value without the feature' : undefined;
}
