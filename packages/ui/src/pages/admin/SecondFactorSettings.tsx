import { Checkbox, MultiSelect, Select, Text } from '@mantine/core';
import type { Schemas } from '../../api/types.ts';
import { PageForm } from '../../components/forms/PageForm.tsx';
import { useForm } from '../../components/forms/use-form.ts';
import { Panel } from '../../components/layout/Panel.tsx';
import { QueryContent } from '../../components/layout/States.tsx';
import { useRoles } from './role.queries.ts';
import { useSaveSecondFactorSettings, useSecondFactorSettings } from './sign-in-settings.queries.ts';

type Settings = Schemas['secondFactorSettings'];

const WHO: { value: Settings['requiredFor']; label: string }[] = [
    { value: 'nobody', label: 'Nobody: it is optional' },
    { value: 'everybody', label: 'Everybody who signs in with a password' },
    { value: 'roles', label: 'Users with these roles' },
];

/** Who needs a second factor. */
export function SecondFactorSettings() {
    const settings = useSecondFactorSettings();
    return (
        <Panel title="Second factor">
            <QueryContent query={settings}>{(current) => <SettingsForm settings={current} />}</QueryContent>
        </Panel>
    );
}

function SettingsForm({ settings }: { settings: Settings }) {
    const roles = useRoles();
    const form = useForm({
        values: { ...settings, rootRoles: settings.rootRoles.map(String) },
        validate: {
            rootRoles: (value, { requiredFor }) =>
                requiredFor === 'roles' && value.length === 0 ? 'Select at least one role' : null,
        },
        change: useSaveSecondFactorSettings(),
        input: ({ rootRoles, ...values }) => ({ ...values, rootRoles: rootRoles.map(Number) }),
    });
    const rootRoles = (roles.data ?? []).filter(({ type }) => type === 'root' || type === 'root-custom');
    return (
        <PageForm form={form} needs="ADMIN">
            <Select label="Required for" data={WHO} allowDeselect={false} {...form.field('requiredFor')} />
            {form.values.requiredFor === 'roles' && (
                <MultiSelect
                    label="Roles"
                    data={rootRoles.map(({ id, name }) => ({ value: String(id), label: name }))}
                    {...form.field('rootRoles')}
                />
            )}
            <Checkbox
                size="xs"
                label="Ask for it again before break glass"
                description="Applying changes without approvals in an emergency then needs a second factor that was proved in the past five minutes."
                {...form.checkbox('forBreakGlass')}
            />
            <Text size="xs" c="dimmed">
                Users who need one and have none add it when they next open Halyard. Single sign-on and tokens are not
                affected. To save, you need a second factor yourself.
            </Text>
        </PageForm>
    );
}
