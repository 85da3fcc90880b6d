import { MultiSelect, PasswordInput, Switch, Text, Textarea, TextInput } from '@mantine/core';
import type { EventType } from '../../api/types.ts';
import { FormDialog } from '../../components/forms/FormDialog.tsx';
import { required } from '../../components/forms/rules.ts';
import { useForm } from '../../components/forms/use-form.ts';
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

/** A parameter of the provider as a member of the form. */
type Parameter = `parameters.${string}`;

type Values = Record<Parameter, string> & {
    description: string;
    enabled: boolean;
    events: string[];
    projects: string[];
    environments: string[];
};

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
    const form = useForm<Values, Parameters<typeof save.mutate>[0], unknown>({
        values: {
            ...(Object.fromEntries(
                provider.parameters.map(({ name }) => [`parameters.${name}`, integration?.parameters[name] ?? '']),
            ) as Record<Parameter, string>),
            description: integration?.description ?? '',
            enabled: integration?.enabled ?? true,
            events: integration?.events ?? provider.events.filter((type) => USUAL.includes(type)),
            projects: (integration?.projects ?? []).filter((id) => id !== '*'),
            environments: (integration?.environments ?? []).filter((name) => name !== '*'),
        },
        validate: {
            events: (value) => (value.length > 0 ? null : 'Choose at least one event type'),
            ...(Object.fromEntries(
                provider.parameters.flatMap(({ name, displayName, required: isRequired }) =>
                    isRequired ? [[`parameters.${name}`, required(`${displayName} is required`)]] : [],
                ),
            ) as Record<Parameter, ReturnType<typeof required>>),
        },
        change: save,
        input: (values) => ({
            id: integration?.id,
            name: provider.displayName,
            body: {
                provider: provider.name,
                enabled: values.enabled,
                description: values.description || null,
                events: values.events,
                projects: values.projects,
                environments: values.environments,
                parameters: Object.fromEntries(
                    provider.parameters.flatMap(({ name }) => {
                        const value = values[`parameters.${name}`];
                        return value ? [[name, value]] : [];
                    }),
                ),
            },
        }),
        onSaved: onClose,
    });
    return (
        <FormDialog
            {...form.dialog}
            title={integration ? `Edit ${provider.displayName}` : `New integration with ${provider.displayName}`}
            size="lg"
            onClose={onClose}
            submit={integration ? 'Save' : 'Create integration'}
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
            <Switch label="On" {...form.checkbox('enabled')} />
            <TextInput label="Description" placeholder="What it is for" {...form.field('description')} />
            {provider.parameters.map(({ name, displayName, description, type, placeholder, required, sensitive }) => {
                const common = {
                    label: displayName,
                    description,
                    placeholder,
                    withAsterisk: required,
                    ...form.field(`parameters.${name}`),
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
                {...form.field('events')}
            />
            <MultiSelect
                label="Projects"
                placeholder={form.values.projects.length > 0 ? '' : 'All'}
                searchable
                data={projects.map(({ id, name }) => ({ value: id, label: name }))}
                {...form.field('projects')}
            />
            <MultiSelect
                label="Environments"
                placeholder={form.values.environments.length > 0 ? '' : 'All'}
                data={environments.map(({ name }) => name)}
                {...form.field('environments')}
            />
        </FormDialog>
    );
}
