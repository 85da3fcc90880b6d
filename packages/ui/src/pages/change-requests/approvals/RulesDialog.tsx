import { Checkbox, MultiSelect, NumberInput, Select, Switch } from '@mantine/core';
import { useState } from 'react';
import { differences } from '../../../components/diff/differences.ts';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { useForm } from '../../../components/forms/use-form.ts';
import { useNames } from '../../events/names.queries.ts';
import { useAccessCandidates } from '../../projects/project.queries.ts';
import classes from './Approvals.module.css';
import { Approvers } from './Approvers.tsx';
import {
    type ApprovalRules,
    type ApprovalSettings,
    useApprovalSettings,
    useSaveApprovals,
} from './approvals.queries.ts';
import { FrozenTimes } from './FrozenTimes.tsx';
import { ExtraApprovals, GroupApprovals } from './RuleRows.tsx';
import { ruleSentences } from './rule-sentences.ts';
import { tidyRules } from './tidy-rules.ts';
import { useApprovalFlow } from './use-approval-flow.tsx';

const MAX_APPROVALS = 10;

const approvalsOf = (count: number | string) => Math.min(MAX_APPROVALS, Math.max(1, Number(count) || 1));

/** The labels of the bypass options. The summary explains each option. */
const BYPASS: Record<NonNullable<ApprovalRules['bypass']>, string> = {
    allowed: 'Administrators and users with the permission to skip change requests',
    'break-glass': 'Nobody, except by break glass in an emergency',
    nobody: 'Nobody',
};

interface Props {
    target: { project: string; environment: string };
    onClose: () => void;
}

/** The rules of one environment. Changes by other users do not affect the open dialog. */
export function RulesDialog({ target, onClose }: Props) {
    const { data } = useApprovalSettings(target);
    return data ? <RulesForm target={target} settings={data} onClose={onClose} /> : null;
}

const differs = (before: object, after: object) => differences(before, after).length > 0;

const enabled = (rules: ApprovalRules) => ({ isOn: true, rules: { turnOffWithoutApproval: true, ...rules } });

type Candidate = NonNullable<ReturnType<typeof useAccessCandidates>['data']>['users'][number];

const labelOf = ({ id, name, username, email }: Candidate) => name || username || email || `User ${id}`;

/** The form of the rules, with a summary above the fields. */
function RulesForm({ target, settings, onClose }: Props & { settings: ApprovalSettings }) {
    const { environment } = target;
    const [initial] = useState(settings);
    const { changeRequestsEnabled, requiredApprovals } = initial;
    const required = requiredApprovals ?? 1;
    const names = useNames();
    const { users = [], groups = [] } = useAccessCandidates().data ?? {};
    // Changes of the rules need the approvals that the current rules require.
    const approvalFlow = useApprovalFlow(changeRequestsEnabled ? target : undefined);
    const form = useForm({
        values: {
            isOn: changeRequestsEnabled,
            count: required as number | string,
            rules: initial.rules,
        },
        // Opening the dialog without rules enables them.
        start: changeRequestsEnabled ? {} : enabled(initial.rules),
        change: useSaveApprovals(target),
        input: ({ isOn, count, rules }) => ({ isOn, approvals: approvalsOf(count), rules: tidyRules(rules) }),
        sendBy: (send) => approvalFlow.make(send),
        onSaved: onClose,
    });
    const { isOn, count, rules } = form.values;
    const number = approvalsOf(count);
    const set = (members: Partial<ApprovalRules>) => form.edit('rules', { ...rules, ...members });
    const isDirty = differs(
        { isOn: changeRequestsEnabled, number: required, rules: tidyRules(initial.rules) },
        { isOn, number, rules: tidyRules(rules) },
    );
    const groupItems = groups.map(({ id, name }) => ({ value: String(id), label: name }));
    const people = users.map((user) => ({ value: String(user.id), label: labelOf(user) }));
    return (
        <FormDialog
            {...form.dialog}
            title={`Approvals in ${environment}`}
            size="lg"
            onClose={onClose}
            submit={approvalFlow.verb('Save rules')}
            isDirty={isDirty}
            isBusy={form.isBusy || approvalFlow.isBusy}
            isDisabled={!isDirty || !approvalFlow.isWhole}
        >
            {approvalFlow.notice}
            <p className={classes['summary']} aria-live="polite">
                {ruleSentences({ environment, isOn, approvals: number, rules: tidyRules(rules) }, names).join(' ')}
            </p>
            <Switch label={`Changes in ${environment} need approval`} {...form.checkbox('isOn')} />
            {isOn && (
                <>
                    <NumberInput
                        label="Approvals"
                        description="From different people. Editing a request clears its approvals."
                        min={1}
                        max={MAX_APPROVALS}
                        allowDecimal={false}
                        w={260}
                        {...form.field('count')}
                    />
                    <Approvers target={target} excluded={rules.excludedApprovers?.users ?? []} required={number} />
                    <GroupApprovals
                        groups={groupItems}
                        value={rules.groups ?? []}
                        onChange={(value) => set({ groups: value })}
                    />
                    <ExtraApprovals
                        value={rules.additionalApprovals ?? []}
                        onChange={(value) => set({ additionalApprovals: value })}
                    />
                    <FrozenTimes value={rules.frozen ?? []} onChange={(value) => set({ frozen: value })} />
                    <MultiSelect
                        label="Exclude approvals from users"
                        placeholder={rules.excludedApprovers?.users?.length ? undefined : 'Nobody excluded'}
                        searchable
                        data={people}
                        value={(rules.excludedApprovers?.users ?? []).map(String)}
                        onChange={(ids) =>
                            set({ excludedApprovers: { ...rules.excludedApprovers, users: ids.map(Number) } })
                        }
                    />
                    <MultiSelect
                        label="Exclude approvals from groups"
                        placeholder={rules.excludedApprovers?.groups?.length ? undefined : 'Nobody excluded'}
                        searchable
                        data={groupItems}
                        value={(rules.excludedApprovers?.groups ?? []).map(String)}
                        onChange={(ids) =>
                            set({ excludedApprovers: { ...rules.excludedApprovers, groups: ids.map(Number) } })
                        }
                        nothingFoundMessage="No groups yet"
                    />
                    <Select
                        label="Who can bypass approval"
                        data={Object.entries(BYPASS).map(([value, label]) => ({ value, label }))}
                        allowDeselect={false}
                        value={rules.bypass ?? 'allowed'}
                        // The values are those passed above.
                        onChange={(bypass) => set({ bypass: bypass as keyof typeof BYPASS })}
                    />
                    <Checkbox
                        label="Turning a flag off needs no approval"
                        description="For emergencies. Turning it on again needs approval."
                        checked={rules.turnOffWithoutApproval ?? false}
                        onChange={(event) => set({ turnOffWithoutApproval: event.currentTarget.checked })}
                    />
                    <Checkbox
                        label="Authors can approve their own changes"
                        checked={rules.selfApproval ?? false}
                        onChange={(event) => set({ selfApproval: event.currentTarget.checked })}
                    />
                    <Checkbox
                        label="Require a reason"
                        checked={rules.reasonRequired ?? false}
                        onChange={(event) => set({ reasonRequired: event.currentTarget.checked })}
                    />
                </>
            )}
            {approvalFlow.fields}
        </FormDialog>
    );
}
