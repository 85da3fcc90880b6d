import { Checkbox, Radio, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Environment } from '../../api/types.ts';
import { FormDialog } from '../../components/forms/FormDialog.tsx';
import { useForm } from '../../components/forms/use-form.ts';
import { EnvironmentMark } from '../../components/layout/SignalFlag.tsx';
import { ENVIRONMENT_TYPES } from '../../components/links/environment-types.ts';
import { useApprovalFlow } from '../change-requests/approvals/use-approval-flow.tsx';
import { WhatIf } from '../effects/WhatIf.tsx';
import { aboutEnvironment } from './about-environment.ts';
import classes from './Environments.module.css';
import { type EnvironmentInput, saveEnvironment, useEnvironments, useSaveEnvironment } from './environment.queries.ts';

type Values = Omit<EnvironmentInput, 'isNew'>;

/** The editor of an environment. The effect on flags and on the approval process is shown before saving. */
export function EnvironmentDialog({
    environment,
    onClose,
}: {
    environment: Environment | undefined;
    onClose: () => void;
}) {
    const save = useSaveEnvironment();
    const [isReviewing, setIsReviewing] = useState(false);
    const { data: environments = [] } = useEnvironments();
    const isNew = !environment;
    const form = useForm({
        values: {
            name: environment?.name ?? '',
            type: environment?.type ?? 'development',
            protected: environment?.protected ?? false,
            source: '',
        } as Values,
        validate: {
            name: (value) => (/^[a-zA-Z0-9~_.-]+$/.test(value) ? null : 'Use letters, digits and ~ _ . - only'),
        },
        change: save,
        input: (values) => ({ ...values, isNew }),
        sendBy: (send) => {
            if (about && !isReviewing) setIsReviewing(true);
            else approvalFlow.make(send);
        },
        onSaved: onClose,
        onFailed: () => setIsReviewing(false),
    });
    const input = { ...form.values, isNew };
    const about = aboutEnvironment(environment, form.values);
    // An environment belongs to no project and cannot be part of a change request.
    const approvalFlow = useApprovalFlow({ project: '', environment: [] });
    return (
        <FormDialog
            {...form.dialog}
            title={environment ? `Edit ${environment.name}` : 'New environment'}
            size="lg"
            isSteady
            onClose={onClose}
            onBack={isReviewing ? () => setIsReviewing(false) : undefined}
            submit={about && !isReviewing ? 'Review' : environment ? 'Save' : 'Create environment'}
        >
            {about && isReviewing ? (
                <>
                    <Text size="sm" c="dimmed">
                        {about}
                    </Text>
                    <WhatIf
                        base={approvalFlow.base}
                        change={{
                            project: '',
                            request: (client) => saveEnvironment(client, input),
                            key: ['environment', input],
                        }}
                        isSending={form.isBusy}
                    />
                    {approvalFlow.fields}
                </>
            ) : (
                <>
                    <TextInput
                        label="Name"
                        description="Used in tokens and URLs. Cannot be changed later."
                        placeholder="staging"
                        disabled={!isNew}
                        data-autofocus
                        {...form.field('name')}
                    />
                    <Radio.Group
                        label="Type"
                        description="In production environments, every change that affects users is reviewed before it is saved."
                        {...form.field('type')}
                    >
                        <Stack gap={6} mt={6}>
                            {ENVIRONMENT_TYPES.map((type) => (
                                <Radio
                                    key={type}
                                    size="xs"
                                    value={type}
                                    label={
                                        <span className={classes['type']}>
                                            <EnvironmentMark type={type} /> {type}
                                        </span>
                                    }
                                />
                            ))}
                        </Stack>
                    </Radio.Group>
                    {isNew && (
                        <Select
                            allowDeselect={false}
                            label="Initial flag configuration"
                            description="Copies the switches, strategies and variants of all flags, in the projects that use it."
                            data={[
                                { value: '', label: 'empty: all flags off' },
                                ...environments.map(({ name }) => ({ value: name, label: `copied from ${name}` })),
                            ]}
                            {...form.field('source')}
                        />
                    )}
                    <Checkbox
                        size="xs"
                        label="Protected"
                        description="Protected environments cannot be deleted."
                        {...form.checkbox('protected')}
                    />
                </>
            )}
        </FormDialog>
    );
}
