import { ActionIcon, Button, NumberInput, Select, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useFlagTypes } from '../../flags/flag.queries.ts';
import classes from './Approvals.module.css';
import type { ApprovalRules, MoreApprovals } from './approvals.queries.ts';

interface RowsProps<T> {
    title: string;
    add: string;
    rows: readonly T[];
    empty: T;
    onChange: (rows: T[]) => void;
    row: (row: T, change: (next: T) => void) => ReactNode;
}

/** A list of rules of one kind with buttons to remove them. */
export function RuleRows<T>({ title, add, rows, empty, onChange, row }: RowsProps<T>) {
    return (
        <div className={classes['rows']}>
            <h3>{title}</h3>
            {rows.map((each, index) => (
                // Rules have no id, and their order does not change.
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                <div key={index} className={classes['row']}>
                    {row(each, (next) => onChange(rows.with(index, next)))}
                    <ActionIcon
                        size={36}
                        aria-label={`Remove: ${title}, number ${index + 1}`}
                        onClick={() => onChange(rows.toSpliced(index, 1))}
                    >
                        <IconTrash size={15} />
                    </ActionIcon>
                </div>
            ))}
            <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconPlus size={13} />}
                onClick={() => onChange([...rows, empty])}
            >
                {add}
            </Button>
        </div>
    );
}

type RequiredGroup = NonNullable<ApprovalRules['groups']>[number];

interface GroupApprovalsProps {
    groups: { value: string; label: string }[];
    value: readonly RequiredGroup[];
    onChange: (value: RequiredGroup[]) => void;
}

export function GroupApprovals({ groups, value, onChange }: GroupApprovalsProps) {
    return (
        <RuleRows
            title="Required groups"
            add="Add group"
            rows={value}
            empty={{ group: 0, approvals: 1 }}
            onChange={onChange}
            row={(each, change) => (
                <>
                    <Select
                        label="Group"
                        searchable
                        data={groups}
                        value={each.group ? String(each.group) : null}
                        onChange={(id) => change({ ...each, group: Number(id) })}
                        nothingFoundMessage="No groups yet: an administrator can create them"
                    />
                    <ApprovalCount value={each.approvals} onChange={(approvals) => change({ ...each, approvals })} />
                </>
            )}
        />
    );
}

function ApprovalCount({ value, onChange }: { value: number; onChange: (value: number) => void }) {
    return (
        <NumberInput
            label="Approvals"
            min={1}
            max={10}
            allowDecimal={false}
            w={100}
            value={value}
            onChange={(count) => onChange(Number(count))}
        />
    );
}

type Kind = 'changesMoreThanPercent' | 'tag' | 'flagType';

const KINDS: Record<Kind, string> = {
    changesMoreThanPercent: 'it affects more than … % of users',
    tag: 'the flag has the tag',
    flagType: 'the flag is of type',
};

const BEGIN: Record<Kind, MoreApprovals['when']> = {
    changesMoreThanPercent: { changesMoreThanPercent: 25 },
    tag: { tag: '' },
    flagType: { flagType: 'kill-switch' },
};

const kindOf = ({ when: { tag, flagType } }: MoreApprovals): Kind =>
    tag !== undefined ? 'tag' : flagType !== undefined ? 'flagType' : 'changesMoreThanPercent';

interface ExtraApprovalsProps {
    value: readonly MoreApprovals[];
    onChange: (value: MoreApprovals[]) => void;
}

export function ExtraApprovals({ value, onChange }: ExtraApprovalsProps) {
    return (
        <RuleRows
            title="Extra approvals when…"
            add="Add rule"
            rows={value}
            empty={{ when: BEGIN.changesMoreThanPercent, approvals: 2 }}
            onChange={onChange}
            row={(each, change) => (
                <>
                    <Select
                        label="When"
                        data={Object.entries(KINDS).map(([kind, label]) => ({ value: kind, label }))}
                        allowDeselect={false}
                        value={kindOf(each)}
                        // The values are those passed above.
                        onChange={(kind) => change({ ...each, when: BEGIN[kind as Kind] })}
                    />
                    <ConditionInput when={each.when} onChange={(when) => change({ ...each, when })} />
                    <ApprovalCount value={each.approvals} onChange={(approvals) => change({ ...each, approvals })} />
                </>
            )}
        />
    );
}

interface ConditionInputProps {
    when: MoreApprovals['when'];
    onChange: (when: MoreApprovals['when']) => void;
}

function ConditionInput({ when, onChange }: ConditionInputProps) {
    const { data: types = [] } = useFlagTypes();
    if (when.changesMoreThanPercent !== undefined) {
        return (
            <NumberInput
                label="Percent"
                suffix="%"
                min={0}
                max={100}
                w={120}
                value={when.changesMoreThanPercent}
                onChange={(percent) => onChange({ changesMoreThanPercent: Number(percent) })}
            />
        );
    }
    if (when.tag !== undefined) {
        return (
            <TextInput
                label="Tag"
                placeholder="team:payments"
                w={160}
                value={when.tag}
                onChange={(event) => onChange({ tag: event.currentTarget.value })}
            />
        );
    }
    return (
        <Select
            label="Type"
            data={types.map(({ id, name }) => ({ value: id, label: name }))}
            allowDeselect={false}
            w={160}
            value={when.flagType ?? null}
            onChange={(flagType) => flagType && onChange({ flagType })}
        />
    );
}
