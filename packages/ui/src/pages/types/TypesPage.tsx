import {
    ActionIcon,
    Badge,
    Button,
    Checkbox,
    ColorInput,
    Group,
    NumberInput,
    Select,
    Stack,
    Switch,
    Text,
    TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { components } from '../../api/schema.generated.ts';
import type { StrategyType } from '../../api/types.ts';
import { Allowed } from '../../components/Allowed.tsx';
import { FormDialog } from '../../components/FormDialog.tsx';
import { Page } from '../../components/Page.tsx';
import { RowActions } from '../../components/RowActions.tsx';
import { Loaded } from '../../components/States.tsx';
import { Table } from '../../components/Table.tsx';
import { FlagTypeMark } from '../flags/FlagTypeMark.tsx';
import { useFlagTypes } from '../flags/flag.queries.ts';
import { useTagTypes } from '../flags/flag-extras.queries.ts';
import { STRATEGY_NAMES } from '../strategies/names.ts';
import { useStrategyTypes } from '../strategies/strategy.queries.ts';
import classes from './Types.module.css';
import {
    useDeleteStrategyType,
    useDeleteTagType,
    useDeprecateStrategyType,
    useSaveStrategyType,
    useSaveTagType,
    useSetLifetime,
} from './type.queries.ts';

type TagType = components['schemas']['tagType'];
type FlagType = components['schemas']['featureType'];

export function TypesPage() {
    return (
        <Page title="Types and tags" about="The kinds of flags, tags and strategies that people choose from.">
            <Stack gap={28}>
                <FlagTypes />
                <TagTypes />
                <StrategyTypes />
            </Stack>
        </Page>
    );
}

function Section({
    title,
    about,
    action,
    children,
}: {
    title: string;
    about: string;
    action?: React.ReactNode;
    children: React.ReactNode;
}) {
    return (
        <section>
            <div className={classes['heading']}>
                <div>
                    <h2>{title}</h2>
                    <Text size="sm" c="dimmed">
                        {about}
                    </Text>
                </div>
                {action}
            </div>
            {children}
        </section>
    );
}

function FlagTypes() {
    const types = useFlagTypes();
    const [edited, setEdited] = useState<FlagType>();
    return (
        <Section
            title="Flag types"
            about="A flag older than its type's lifetime counts as stale, which lowers the health of its project."
        >
            <Loaded query={types}>
                {(list) => (
                    <Table
                        label="Flag types"
                        rows={list}
                        rowKey={({ id }) => id}
                        columns={[
                            {
                                title: 'Type',
                                isMain: true,
                                width: 170,
                                cell: ({ id }) => <FlagTypeMark type={id} withName />,
                            },
                            { title: 'What for', cell: ({ description }) => description },
                            {
                                title: 'Lifetime',
                                width: 120,
                                cell: ({ lifetimeDays }) => (lifetimeDays ? `${lifetimeDays} days` : 'permanent'),
                            },
                            {
                                title: 'Actions',
                                isHiddenTitle: true,
                                width: 50,
                                cell: (type) => (
                                    <RowActions
                                        name={`lifetime of ${type.id}`}
                                        edit={{ needs: 'ADMIN', action: () => setEdited(type) }}
                                    />
                                ),
                            },
                        ]}
                    />
                )}
            </Loaded>
            {edited && <LifetimeDialog type={edited} onClose={() => setEdited(undefined)} />}
        </Section>
    );
}

function LifetimeDialog({ type, onClose }: { type: FlagType; onClose: () => void }) {
    const save = useSetLifetime();
    const [days, setDays] = useState<number | string>(type.lifetimeDays ?? '');
    return (
        <FormDialog
            title={`Lifetime of ${type.id} flags`}
            opened
            onClose={onClose}
            submit="Save"
            isBusy={save.isPending}
            error={save.error}
            onSubmit={() => save.mutate({ id: type.id, lifetimeDays: Number(days) || null }, { onSuccess: onClose })}
        >
            <NumberInput
                label="Days"
                description="Empty: permanent"
                min={0}
                allowDecimal={false}
                value={days}
                onChange={setDays}
                data-autofocus
            />
        </FormDialog>
    );
}

function TagTypes() {
    const types = useTagTypes();
    const remove = useDeleteTagType();
    const [edited, setEdited] = useState<TagType | 'new'>();
    return (
        <Section
            title="Tag types"
            about="Tags group flags across projects, and integrations can be told only of some."
            action={
                <Allowed to="CREATE_TAG_TYPE">
                    <Button variant="default" leftSection={<IconPlus size={15} />} onClick={() => setEdited('new')}>
                        New tag type
                    </Button>
                </Allowed>
            }
        >
            <Loaded query={types}>
                {(list) => (
                    <Table
                        label="Tag types"
                        rows={list}
                        rowKey={({ name }) => name}
                        columns={[
                            {
                                title: 'Name',
                                isMain: true,
                                width: 170,
                                cell: ({ name, color }) => (
                                    <Group gap={8}>
                                        <span
                                            className={classes['swatch']}
                                            style={{ background: color ?? 'var(--h-line)' }}
                                        />
                                        <b>{name}</b>
                                    </Group>
                                ),
                            },
                            { title: 'Description', cell: ({ description }) => description },
                            {
                                title: 'Actions',
                                isHiddenTitle: true,
                                width: 80,
                                cell: (type) => (
                                    <RowActions
                                        name={`tag type ${type.name}`}
                                        edit={{ needs: 'UPDATE_TAG_TYPE', action: () => setEdited(type) }}
                                        locked={
                                            type.name === 'simple' ? 'Tags without a type are of this type.' : undefined
                                        }
                                        remove={{
                                            needs: 'DELETE_TAG_TYPE',
                                            action: () => remove.mutateAsync(type.name),
                                            warning: 'All tags of this type are taken from their flags.',
                                        }}
                                    />
                                ),
                            },
                        ]}
                    />
                )}
            </Loaded>
            {edited && (
                <TagTypeDialog type={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
            )}
        </Section>
    );
}

function TagTypeDialog({ type, onClose }: { type: TagType | undefined; onClose: () => void }) {
    const save = useSaveTagType();
    const form = useForm({
        initialValues: { name: type?.name ?? '', description: type?.description ?? '', color: type?.color ?? '' },
        validate: { name: (value) => (/^[\w.~-]{2,50}$/.test(value) ? null : '2 to 50 letters, digits and - _ . ~') },
    });
    return (
        <FormDialog
            title={type ? `Edit ${type.name}` : 'New tag type'}
            opened
            onClose={onClose}
            submit={type ? 'Save' : 'Create tag type'}
            isBusy={save.isPending}
            error={save.error}
            onSubmit={form.onSubmit(({ name, description, color }) =>
                save.mutate(
                    {
                        isNew: !type,
                        name,
                        description: description || null,
                        icon: type?.icon ?? null,
                        color: color || null,
                    },
                    { onSuccess: onClose },
                ),
            )}
        >
            <TextInput
                label="Name"
                placeholder="team"
                disabled={Boolean(type)}
                data-autofocus
                {...form.getInputProps('name')}
            />
            <TextInput label="Description" {...form.getInputProps('description')} />
            <ColorInput
                label="Colour"
                format="hex"
                swatches={['#0e6873', '#e2a62c', '#4475c2', '#d1432d', '#795cb6', '#398c4d']}
                eyeDropperButtonProps={{ 'aria-label': 'Pick a colour from the screen' }}
                {...form.getInputProps('color')}
            />
        </FormDialog>
    );
}

function StrategyTypes() {
    const types = useStrategyTypes();
    const remove = useDeleteStrategyType();
    const deprecate = useDeprecateStrategyType();
    const [edited, setEdited] = useState<StrategyType | 'new'>();
    return (
        <Section
            title="Strategy types"
            about="Gradual rollout with constraints does nearly everything. Types of your own work only in applications whose SDK you taught them."
            action={
                <Allowed to="CREATE_STRATEGY">
                    <Button variant="default" leftSection={<IconPlus size={15} />} onClick={() => setEdited('new')}>
                        New strategy type
                    </Button>
                </Allowed>
            }
        >
            <Loaded query={types}>
                {(list) => (
                    <Table
                        label="Strategy types"
                        rows={list}
                        rowKey={({ name }) => name}
                        columns={[
                            {
                                title: 'Name',
                                isMain: true,
                                width: 230,
                                cell: ({ name, title, editable }) => (
                                    <Group gap={8}>
                                        <b>{STRATEGY_NAMES[name] ?? title ?? name}</b>
                                        {!editable && (
                                            <Badge size="xs" color="gray">
                                                built in
                                            </Badge>
                                        )}
                                    </Group>
                                ),
                            },
                            { title: 'Description', cell: ({ description }) => description },
                            {
                                title: 'Offered',
                                width: 90,
                                cell: ({ name, deprecated }) => (
                                    <Allowed to="UPDATE_STRATEGY">
                                        <Switch
                                            size="xs"
                                            aria-label={`Offer ${name} for new strategies`}
                                            checked={!deprecated}
                                            onChange={(event) =>
                                                deprecate.mutate({
                                                    strategyName: name,
                                                    isDeprecated: !event.currentTarget.checked,
                                                })
                                            }
                                        />
                                    </Allowed>
                                ),
                            },
                            {
                                title: 'Actions',
                                isHiddenTitle: true,
                                width: 80,
                                cell: (type) =>
                                    type.editable ? (
                                        <RowActions
                                            name={`strategy type ${type.name}`}
                                            edit={{ needs: 'UPDATE_STRATEGY', action: () => setEdited(type) }}
                                            remove={{
                                                needs: 'DELETE_STRATEGY',
                                                action: () => remove.mutateAsync(type.name),
                                                warning: 'Strategies of this type stop letting anyone in.',
                                            }}
                                        />
                                    ) : null,
                            },
                        ]}
                    />
                )}
            </Loaded>
            {edited && (
                <StrategyTypeDialog type={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
            )}
        </Section>
    );
}

const PARAMETER_TYPES = ['string', 'percentage', 'list', 'number', 'boolean'] as const;

function StrategyTypeDialog({ type, onClose }: { type: StrategyType | undefined; onClose: () => void }) {
    const save = useSaveStrategyType();
    const form = useForm({
        initialValues: {
            name: type?.name ?? '',
            description: type?.description ?? '',
            parameters: (type?.parameters ?? []).map((parameter) => ({
                name: parameter.name,
                type: PARAMETER_TYPES.find((known) => known === parameter.type) ?? 'string',
                description: parameter.description ?? '',
                required: parameter.required ?? false,
            })),
        },
        validate: {
            name: (value) =>
                value && encodeURIComponent(value) === value ? null : 'Use letters, digits and - _ . ~ only',
        },
    });
    return (
        <FormDialog
            title={type ? `Edit ${type.name}` : 'New strategy type'}
            size="lg"
            opened
            onClose={onClose}
            submit={type ? 'Save' : 'Create strategy type'}
            isBusy={save.isPending}
            error={save.error}
            onSubmit={form.onSubmit((values) => save.mutate({ isNew: !type, ...values }, { onSuccess: onClose }))}
        >
            <TextInput
                label="Name"
                description="As the SDK knows it"
                disabled={Boolean(type)}
                data-autofocus
                {...form.getInputProps('name')}
            />
            <TextInput label="Description" {...form.getInputProps('description')} />
            <Text size="sm" fw={500}>
                Parameters
            </Text>
            {form.values.parameters.map((_parameter, index) => (
                // The form names them by their place.
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                <Group key={index} gap={6} wrap="nowrap">
                    <TextInput
                        aria-label={`Name of parameter ${index + 1}`}
                        placeholder="Name"
                        {...form.getInputProps(`parameters.${index}.name`)}
                    />
                    <Select
                        aria-label={`Type of parameter ${index + 1}`}
                        w={120}
                        data={[...PARAMETER_TYPES]}
                        {...form.getInputProps(`parameters.${index}.type`)}
                    />
                    <TextInput
                        aria-label={`Description of parameter ${index + 1}`}
                        placeholder="Description"
                        style={{ flex: 1 }}
                        {...form.getInputProps(`parameters.${index}.description`)}
                    />
                    <Checkbox
                        size="xs"
                        label="required"
                        {...form.getInputProps(`parameters.${index}.required`, { type: 'checkbox' })}
                    />
                    <ActionIcon
                        aria-label={`Remove parameter ${index + 1}`}
                        onClick={() => form.removeListItem('parameters', index)}
                    >
                        <IconTrash size={15} />
                    </ActionIcon>
                </Group>
            ))}
            <div>
                <Button
                    size="xs"
                    variant="default"
                    leftSection={<IconPlus size={14} />}
                    onClick={() =>
                        form.insertListItem('parameters', {
                            name: '',
                            type: 'string',
                            description: '',
                            required: false,
                        })
                    }
                >
                    Add parameter
                </Button>
            </div>
        </FormDialog>
    );
}
