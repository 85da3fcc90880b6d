import { operatorWords } from '@halyard/engine';
import {
    ActionIcon,
    Autocomplete,
    Checkbox,
    Group,
    MultiSelect,
    Select,
    TagsInput,
    Text,
    TextInput,
    Tooltip,
} from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { Constraint, ContextField } from '../../api/types.ts';
import { useUsableContextFields } from '../context-fields/context-field.queries.ts';
import classes from './ConstraintEditor.module.css';
import { constraintGap } from './constraint-gap.ts';
import { choiceOf, OPERATOR_CHOICES, operatorIn, operatorOption } from './operators.ts';

interface Props {
    constraint: Constraint;
    onChange: (constraint: Constraint) => void;
    onRemove: () => void;
    position: number;
    /** The project whose context fields are offered in addition to global ones; undefined for global ones only. */
    projectId: string | undefined;
    /** Missing values are reported only after an attempt to save. */
    showsGap: boolean;
    /** A new constraint gets the focus in its first input. */
    isNew: boolean;
}

export const newConstraint = (): Constraint => ({
    contextName: '',
    operator: 'IN',
    values: [],
    inverted: false,
    caseInsensitive: false,
});

export function ConstraintEditor({ constraint, onChange, onRemove, position, projectId, showsGap, isNew }: Props) {
    const { data: fields = [] } = useUsableContextFields(projectId);
    const field = fields.find(({ name }) => name === constraint.contextName);
    const { takes } = operatorOption(constraint.operator);
    const gap = showsGap ? constraintGap(constraint) : undefined;
    const change = (changes: Partial<Constraint>) => onChange({ ...constraint, ...changes });

    function changeOperator(choice: string | null) {
        if (!choice) return;
        const chosen = operatorIn(choice);
        const hasSameValues = operatorOption(chosen.operator).takes === takes;
        change({ ...chosen, ...(hasSameValues ? {} : { values: [], value: '' }) });
    }

    return (
        <fieldset className={classes['constraint']}>
            <legend className="visually-hidden">Constraint {position}</legend>
            <div className={classes['row']}>
                <Autocomplete
                    aria-label="Context field"
                    placeholder="Context field"
                    data={fields.map(({ name }) => name)}
                    value={constraint.contextName}
                    onChange={(contextName) => change({ contextName })}
                    error={gap && !constraint.contextName}
                    spellCheck={false}
                    autoFocus={isNew}
                />
                <Select
                    aria-label="Operator"
                    data={OPERATOR_CHOICES}
                    value={choiceOf(constraint)}
                    onChange={changeOperator}
                    searchable
                    maxDropdownHeight={340}
                />
                <div className={classes['values']}>
                    <Values constraint={constraint} field={field} change={change} />
                </div>
                <Tooltip label="Remove this constraint">
                    <ActionIcon aria-label={`Remove constraint ${position}`} onClick={onRemove} size={32}>
                        <IconTrash size={16} />
                    </ActionIcon>
                </Tooltip>
            </div>
            {operatorWords(constraint.operator).hasCase && (
                <Checkbox
                    size="xs"
                    mt={8}
                    label="Ignore case"
                    checked={constraint.caseInsensitive ?? false}
                    onChange={(event) => change({ caseInsensitive: event.currentTarget.checked })}
                />
            )}
            {gap && (
                <Text size="xs" c="var(--mantine-color-error)" mt={6} role="alert">
                    {gap}
                </Text>
            )}
        </fieldset>
    );
}

interface ValuesProps {
    constraint: Constraint;
    field: ContextField | undefined;
    change: (changes: Partial<Constraint>) => void;
}

function Values({ constraint, field, change }: ValuesProps) {
    const { takes } = operatorOption(constraint.operator);
    const legal = field?.legalValues ?? [];
    if (takes === 'list' && legal.length > 0) {
        return (
            <MultiSelect
                aria-label="Values"
                searchable
                data={legal.map(({ value, description }) => ({
                    value,
                    label: description ? `${value} – ${description}` : value,
                }))}
                value={constraint.values ?? []}
                onChange={(values) => change({ values })}
                placeholder="Choose values"
            />
        );
    }
    if (takes === 'list') {
        return (
            <TagsInput
                aria-label="Values"
                splitChars={[',', '\n']}
                acceptValueOnBlur
                value={constraint.values ?? []}
                onChange={(values) => change({ values })}
                placeholder={constraint.values?.length ? '' : 'Values; separate with Enter or comma'}
                description={
                    constraint.values && constraint.values.length > 3 ? `${constraint.values.length} values` : undefined
                }
                spellCheck={false}
            />
        );
    }
    if (takes === 'date') return <DateValue value={constraint.value ?? ''} onChange={(value) => change({ value })} />;
    const placeholder = { number: '42', version: '1.4.0', pattern: '^beta-\\d+$' }[takes];
    return (
        <TextInput
            aria-label="Value"
            placeholder={placeholder}
            inputMode={takes === 'number' ? 'decimal' : undefined}
            classNames={{ input: 'mono' }}
            value={constraint.value ?? ''}
            onChange={(event) => change({ value: event.currentTarget.value })}
            spellCheck={false}
        />
    );
}

/** The service expects UTC; the input shows local time. */
function DateValue({ value, onChange }: { value: string; onChange: (value: string) => void }) {
    const moment = new Date(value);
    const isMoment = !Number.isNaN(moment.getTime());
    const local = isMoment
        ? new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
        : '';
    return (
        <Group gap="xs">
            <TextInput
                type="datetime-local"
                aria-label="Moment, in your time"
                value={local}
                onChange={(event) => {
                    const chosen = new Date(event.currentTarget.value);
                    onChange(Number.isNaN(chosen.getTime()) ? '' : chosen.toISOString());
                }}
            />
            <Text size="xs" c="dimmed">
                {isMoment ? `${moment.toISOString()} (UTC)` : 'your time'}
            </Text>
        </Group>
    );
}
