import {
    ActionIcon,
    Button,
    Checkbox,
    Group,
    Select,
    SimpleGrid,
    Stack,
    TagsInput,
    Text,
    TextInput,
} from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { EditableRows } from '../../../components/forms/EditableRows.tsx';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { dialogLabels, urlSafe } from '../../../components/forms/rules.ts';
import { useForm } from '../../../components/forms/use-form.ts';
import { useProjectFlags } from '../../flags/flag.queries.ts';
import { choiceOf, OPERATOR_CHOICES, operatorIn, operatorOption } from '../../strategies/operators.ts';
import classes from './SignalEndpointDialog.module.css';
import { type SignalEndpoint, type SignalFilter, type SignalRule, useSaveSignalEndpoint } from './signal.queries.ts';
import { NEW_FILTER, NEW_RULE, problemOfRule, SIGNAL_ACTION_LABELS } from './signal-rules.ts';

/** Date operators compare the current time, whatever the signal contains. */
const OPERATORS = OPERATOR_CHOICES.filter(({ group }) => group !== 'Date');

interface Props {
    projectId: string;
    endpoint: SignalEndpoint | undefined;
    onClose: () => void;
}

/** A webhook and its rules. They act with the permissions of the user who saves them. */
export function SignalEndpointDialog({ projectId, endpoint, onClose }: Props) {
    const { data: flags = [] } = useProjectFlags(projectId);
    const form = useForm({
        values: {
            name: endpoint?.name ?? '',
            description: endpoint?.description ?? '',
            enabled: endpoint?.enabled ?? true,
            dryRun: endpoint?.dryRun ?? true,
            rules: endpoint?.rules ?? [],
        },
        validate: {
            name: (name) => (name ? urlSafe(name) : 'Enter a name'),
            rules: (rules) => rules.map(problemOfRule).find(Boolean),
        },
        change: useSaveSignalEndpoint(projectId, endpoint?.id),
        input: ({ description, ...values }) => ({ ...values, description: description.trim() || null }),
        onSaved: onClose,
    });
    const { rules } = form.values;
    const set = (next: SignalRule[]) => form.edit('rules', next);
    const problem = form.errorOf('rules');
    return (
        <FormDialog {...dialogLabels('signal endpoint', endpoint?.name)} size="xl" onClose={onClose} {...form.dialog}>
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
                <TextInput
                    label="Name"
                    withAsterisk
                    maxLength={100}
                    placeholder="alertmanager"
                    {...form.field('name')}
                />
                <TextInput label="Description" maxLength={1_000} {...form.field('description')} />
            </SimpleGrid>
            <Checkbox label="Enabled" description="Otherwise, signals are refused." {...form.checkbox('enabled')} />
            <Checkbox
                label="Dry run"
                description="The log says which rules match. Nothing is changed."
                {...form.checkbox('dryRun')}
            />
            <Text size="sm" fw={500}>
                Rules
            </Text>
            <Text size="xs" c="dimmed">
                Each rule acts with your permissions, as they are when the signal arrives. All filters of a rule must
                match.
            </Text>
            {rules.map((rule, index) => (
                <RuleFields
                    // Rules have no identity but their position.
                    // biome-ignore lint/suspicious/noArrayIndexKey: see above
                    key={index}
                    rule={rule}
                    position={index + 1}
                    flags={flags}
                    problem={problem && problemOfRule(rule)}
                    onChange={(members) => set(rules.with(index, { ...rule, ...members }))}
                    onRemove={() => set(rules.toSpliced(index, 1))}
                />
            ))}
            <div>
                <Button
                    size="xs"
                    variant="default"
                    leftSection={<IconPlus size={14} />}
                    onClick={() => set([...rules, NEW_RULE])}
                >
                    Add rule
                </Button>
            </div>
        </FormDialog>
    );
}

interface RuleProps {
    rule: SignalRule;
    position: number;
    flags: readonly { name: string; environments: readonly { name: string }[] }[];
    problem: string | undefined;
    onChange: (members: Partial<SignalRule>) => void;
    onRemove: () => void;
}

function RuleFields({ rule, position, flags, problem, onChange, onRemove }: RuleProps) {
    const { feature, environment, action, filters } = rule;
    const environments = flags.find(({ name }) => name === feature)?.environments.map(({ name }) => name) ?? [];
    const names = flags.map(({ name }) => name);
    return (
        <fieldset className={classes['rule']}>
            <legend className="visually-hidden">Rule {position}</legend>
            <Stack gap="xs">
                <Group gap={6} wrap="nowrap" align="flex-end">
                    <SimpleGrid cols={{ base: 1, xs: 3 }} spacing={6} flex={1}>
                        <Select
                            label="Then"
                            data={Object.entries(SIGNAL_ACTION_LABELS).map(([value, label]) => ({ value, label }))}
                            value={action}
                            // The options are the actions.
                            onChange={(value) => value && onChange({ action: value as SignalRule['action'] })}
                        />
                        <Select
                            label="Flag"
                            searchable
                            limit={50}
                            data={feature && !names.includes(feature) ? [feature, ...names] : names}
                            value={feature || null}
                            onChange={(value) => value && onChange({ feature: value })}
                        />
                        <Select
                            label="Environment"
                            data={
                                environment && !environments.includes(environment)
                                    ? [environment, ...environments]
                                    : environments
                            }
                            value={environment || null}
                            onChange={(value) => value && onChange({ environment: value })}
                        />
                    </SimpleGrid>
                    <ActionIcon aria-label={`Remove rule ${position}`} size={32} onClick={onRemove}>
                        <IconTrash size={15} />
                    </ActionIcon>
                </Group>
                <EditableRows
                    rows={filters}
                    onChange={(next) => onChange({ filters: next })}
                    blank={NEW_FILTER}
                    add="Add filter"
                    remove={(number) => `Remove filter ${number} of rule ${position}`}
                >
                    {(filter, change, number) => (
                        <FilterFields filter={filter} change={change} label={`Filter ${number} of rule ${position}`} />
                    )}
                </EditableRows>
                {problem && (
                    <Text size="xs" c="var(--mantine-color-error)" role="alert">
                        {problem}
                    </Text>
                )}
            </Stack>
        </fieldset>
    );
}

interface FilterProps {
    filter: SignalFilter;
    change: (members: Partial<SignalFilter>) => void;
    label: string;
}

function FilterFields({ filter, change, label }: FilterProps) {
    const { takes } = operatorOption(filter.operator);
    return (
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing={6} flex={1}>
            <TextInput
                aria-label={`${label}: member of the signal`}
                placeholder="commonLabels.severity"
                classNames={{ input: 'mono' }}
                maxLength={200}
                spellCheck={false}
                value={filter.parameter}
                onChange={({ currentTarget }) => change({ parameter: currentTarget.value })}
            />
            <Select
                aria-label={`${label}: operator`}
                searchable
                data={OPERATORS}
                value={choiceOf(filter)}
                onChange={(choice) => {
                    if (!choice) return;
                    const chosen = operatorIn(choice);
                    const isSame = operatorOption(chosen.operator).takes === takes;
                    // The select offers no date operators.
                    change({ ...(chosen as SignalFilter), ...(!isSame && { values: [], value: '' }) });
                }}
            />
            {takes === 'list' ? (
                <TagsInput
                    aria-label={`${label}: values`}
                    placeholder={filter.values?.length ? '' : 'Values'}
                    splitChars={[',', '\n']}
                    acceptValueOnBlur
                    value={filter.values ?? []}
                    onChange={(values) => change({ values })}
                />
            ) : (
                <TextInput
                    aria-label={`${label}: value`}
                    classNames={{ input: 'mono' }}
                    value={filter.value ?? ''}
                    onChange={({ currentTarget }) => change({ value: currentTarget.value })}
                />
            )}
        </SimpleGrid>
    );
}
