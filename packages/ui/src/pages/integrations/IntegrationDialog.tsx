import { MultiSelect, PasswordInput, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { EventType } from '../../api/types.ts';
import { FormDialog } from '../../components/forms/FormDialog.tsx';
import { WebLink } from '../../components/links/WebLink.tsx';
import { useEnvironments } from '../environments/environment.queries.ts';
import { eventTypeLabel } from '../events/event-labels.ts';
import { useProjects } from '../projects/project.queries.ts';
import classes from './Integrations.module.css';
import { type Integration, type IntegrationType, useSaveIntegration } from './integration.queries.ts';
import { PROVIDER_HELP } from './provider-help.ts';

interface Props {
    provider: IntegrationType;
    integration: Integration | undefined;
    onClose: () => void;
}

const USUAL: readonly EventType[] = [
    'feature-environment-enabled',
    'feature-environment-disabled',
    'feature-strategy-update',
    'feature-archived',
];

export function IntegrationDialog({ provider, integration, onClose }: Props) {
    const save = useSaveIntegration();
    const { data: projects = [] } = useProjects();
    const { data: environments = [] } = useEnvironments();
    const form = useForm({
        initialValues: {
            description: integration?.description ?? '',
            enabled: integration?.enabled ?? true,
            parameters: Object.fromEntries(
                provider.parameters.map(({ name }) => [name, integration?.parameters[name] ?? '']),
            ),
            events: integration?.events ?? provider.events.filter((type) => USUAL.includes(type)),
            projects: (integration?.projects ?? []).filter((id) => id !== '*'),
            environments: (integration?.environments ?? []).filter((name) => name !== '*'),
        },
        validate: {
            events: (value) => (value.length > 0 ? null : 'Choose at least one event type'),
            parameters: Object.fromEntries(
                provider.parameters
                    .filter(({ required }) => required)
                    .map(({ name, displayName }) => [
                        name,
                        (value: string) => (value.trim() ? null : `${displayName} is required`),
                    ]),
            ),
        },
    });
    const submit = form.onSubmit(({ parameters, description, ...rest }) => {
        const filled = Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== ''));
        const body = {
            ...rest,
            provider: provider.name,
            description: description || null,
            parameters: filled,
        };
        save.mutate({ id: integration?.id, body, name: provider.displayName }, { onSuccess: onClose });
    });
    return (
        <FormDialog
            title={integration ? `Edit ${provider.displayName}` : `New integration with ${provider.displayName}`}
            size="lg"
            opened
            onClose={onClose}
            onSubmit={submit}
            submit={integration ? 'Save' : 'Create integration'}
            isBusy={save.isPending}
            error={save.error}
        >
            <Text size="sm" c="dimmed">
                {provider.description}
            </Text>
            {!integration && (
                <ol className={classes['steps']} aria-label={`How to prepare ${provider.displayName}`}>
                    {PROVIDER_HELP[provider.name].steps.map((step) => (
                        <li key={step}>{step}</li>
                    ))}
                </ol>
            )}
            {provider.documentationUrl && (
                <WebLink address={provider.documentationUrl}>Documentation of {provider.displayName}</WebLink>
            )}
            <Switch label="On" {...form.getInputProps('enabled', { type: 'checkbox' })} />
            <TextInput label="Description" placeholder="What it is for" {...form.getInputProps('description')} />
            {provider.parameters.map(({ name, displayName, description, type, placeholder, required, sensitive }) => {
                const common = {
                    label: displayName,
                    description,
                    placeholder,
                    withAsterisk: required,
                    ...form.getInputProps(`parameters.${name}`),
                };
                if (sensitive && type !== 'textfield')
                    return <PasswordInput key={name} autoComplete="new-password" {...common} />;
                if (type === 'textfield')
                    return <Textarea key={name} autosize minRows={2} classNames={{ input: 'mono' }} {...common} />;
                return <TextInput key={name} {...common} />;
            })}
            <MultiSelect
                label="Events"
                searchable
                data={provider.events.map((type) => ({ value: type, label: eventTypeLabel(type) }))}
                {...form.getInputProps('events')}
            />
            <MultiSelect
                label="Projects"
                placeholder={form.values.projects.length > 0 ? '' : 'All'}
                searchable
                data={projects.map(({ id, name }) => ({ value: id, label: name }))}
                {...form.getInputProps('projects')}
            />
            <MultiSelect
                label="Environments"
                placeholder={form.values.environments.length > 0 ? '' : 'All'}
                data={environments.map(({ name }) => name)}
                {...form.getInputProps('environments')}
            />
        </FormDialog>
    );
}
