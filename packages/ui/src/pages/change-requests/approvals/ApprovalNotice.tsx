import { Alert, Radio, Stack } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { listed } from '../../../components/text/listed.ts';
import { count } from '../../../components/text/numbers.ts';
import type { ApprovalChoice, ApprovalOption } from './approval-options.ts';

interface Props {
    environments: string[];
    approvals: number;
    options: readonly ApprovalOption[];
    selected: ApprovalChoice;
    onSelect: (choice: ApprovalChoice) => void;
    isUnproposable: boolean;
    isScheduled: boolean;
    /** Fields of the selected option. */
    children?: ReactNode;
}

/** Explains the required approvals, and offers the ways to make the change. */
export function ApprovalNotice(props: Props) {
    const { environments, approvals, options, selected, onSelect, isUnproposable, isScheduled, children } = props;
    const isProposed = selected !== 'now' && selected !== 'emergency';
    return (
        <Stack gap="xs">
            <Alert color="tide" icon={<IconUsersGroup size={16} />} role="status">
                Changes in {listed(environments)} need {count(approvals, 'approval')}.{' '}
                {isUnproposable &&
                    'This cannot be part of a change request. Only users who can bypass approval can do it; the audit log records the bypass.'}
                {isProposed && 'Nothing changes until the request is approved and applied.'}
                {isScheduled && ' The request can be scheduled once it is approved.'}
            </Alert>
            {options.length > 1 && (
                <Radio.Group
                    aria-label="How to change it"
                    value={String(selected)}
                    onChange={(value) => {
                        const option = options.find(({ choice }) => String(choice) === value);
                        if (option) onSelect(option.choice);
                    }}
                >
                    <Stack gap={6}>
                        {options.map(({ choice, label, description }) => (
                            <Radio key={choice} value={String(choice)} label={label} description={description} />
                        ))}
                    </Stack>
                </Radio.Group>
            )}
            {children}
        </Stack>
    );
}
