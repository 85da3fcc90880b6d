import { Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { RequiredPermission } from '../access/may.ts';
import { PermissionFields } from '../access/PermissionControl.tsx';
import { SubmitButton } from '../SubmitButton.tsx';
import { ConfirmLeaving } from './ConfirmLeaving.tsx';
import { Form } from './Form.tsx';
import { FormError } from './FormError.tsx';

interface Props {
    form: { submit: () => void; isDirty: boolean; isBusy: boolean; error: unknown };
    submit?: string;
    isDisabled?: boolean;
    /** Without the button that saves. */
    isReadOnly?: boolean;
    /** The permission that the form needs. */
    needs?: RequiredPermission;
    project?: string;
    /** Shown at the left of the buttons. */
    note?: ReactNode;
    /** Further buttons. */
    actions?: ReactNode;
    /** Whether the buttons are shown. */
    isOpen?: boolean;
    children: ReactNode;
}

/** A form on a page with its button. Leaving it asks for confirmation while it contains unsaved input. */
export function PageForm({ form, submit = 'Save', needs = [], project, note, actions, children, ...props }: Props) {
    const { isDisabled = false, isReadOnly = false, isOpen = true } = props;
    return (
        <Form form={form}>
            <ConfirmLeaving isDirty={form.isDirty} />
            <PermissionFields to={needs} project={project}>
                <Stack gap="sm">
                    {children}
                    <FormError error={form.error} />
                    {isOpen && (
                        <Group justify={note ? 'space-between' : 'flex-end'}>
                            {note}
                            {actions}
                            {!isReadOnly && (
                                <SubmitButton loading={form.isBusy} disabled={!form.isDirty || isDisabled}>
                                    {submit}
                                </SubmitButton>
                            )}
                        </Group>
                    )}
                </Stack>
            </PermissionFields>
        </Form>
    );
}
