import { Badge, Button, Checkbox, Group, Select, Stack, Switch, Text, Textarea, TextInput, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFlag3 } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ApiError } from '../src/api/client.ts';
import { Confirm } from '../src/components/forms/Confirm.tsx';
import { EditableRows } from '../src/components/forms/EditableRows.tsx';
import { FormDialog } from '../src/components/forms/FormDialog.tsx';
import { PageForm } from '../src/components/forms/PageForm.tsx';
import { dialogLabels, required } from '../src/components/forms/rules.ts';
import { Copyable } from '../src/components/forms/Secret.tsx';
import { useForm } from '../src/components/forms/use-form.ts';
import { Facts } from '../src/components/layout/Facts.tsx';
import { Panel } from '../src/components/layout/Panel.tsx';
import { EnvironmentMark } from '../src/components/layout/SignalFlag.tsx';
import { Empty, ErrorState, Rows } from '../src/components/layout/States.tsx';
import { Catalogue, NameCell } from '../src/components/lists/Catalogue.tsx';
import { RelativeTime } from '../src/components/time/time.tsx';
import { EFFECT_LOOKS, type EffectState } from '../src/pages/experiments/effect-states.ts';
import type { ExperimentMetric } from '../src/pages/experiments/experiment.queries.ts';
import { EffectBadge, ForestPlot } from '../src/pages/experiments/results/ForestPlot.tsx';
import { metricGroups } from '../src/pages/experiments/results/metric-rows.ts';

const COLOURS = [
    'canvas',
    'panel',
    'sunken',
    'hover',
    'line',
    'line-strong',
    'text',
    'muted',
    'accent',
    'accent-soft',
    'rail',
];

const SHADES = ['gray', 'tide', 'green', 'red', 'brass', 'blue', 'violet'];

const SIZES = ['xs', 'sm', 'md', 'lg', 'xl'];

/** The components, their states and the tokens of the design system. Served in development at `/design.html`. */
export function DesignSystem() {
    return (
        <Stack component="main" gap="lg" p="lg" maw={1_000} mx="auto">
            <Title order={1}>Design system</Title>
            <Section title="Colours">
                <Group gap="xs">
                    {COLOURS.map((name) => (
                        <Stack key={name} gap={4} w={84}>
                            <div
                                style={{
                                    height: 40,
                                    borderRadius: 7,
                                    border: '1px solid var(--h-line)',
                                    background: `var(--h-${name})`,
                                }}
                            />
                            <Text size="xs">{name}</Text>
                        </Stack>
                    ))}
                </Group>
                <Group gap="xs">
                    {SHADES.map((name) => (
                        <Badge key={name} color={name}>
                            {name}
                        </Badge>
                    ))}
                </Group>
            </Section>
            <Section title="Text">
                {SIZES.map((size) => (
                    <Text key={size} size={size}>
                        Text {size}: a flag answers one question in your code
                    </Text>
                ))}
                <Text c="dimmed">Dimmed text</Text>
                <code>code</code>
            </Section>
            <Section title="Buttons">
                <Group gap="xs">
                    <Button>Primary</Button>
                    <Button variant="default">Default</Button>
                    <Button color="red">Dangerous</Button>
                    <Button loading>Loading</Button>
                    <Button disabled>Disabled</Button>
                    <Confirm
                        title="Delete lantern?"
                        verb="Delete"
                        action={async () => undefined}
                        trigger={
                            <Button variant="light" color="red">
                                Confirm…
                            </Button>
                        }
                    >
                        It cannot be restored.
                    </Confirm>
                </Group>
            </Section>
            <Section title="Fields">
                <TextInput label="Text" description="With a description" placeholder="Placeholder" />
                <TextInput label="Invalid text" defaultValue="lantern" error="The name already exists" />
                <TextInput label="Disabled text" disabled defaultValue="lantern" />
                <Select label="Selection" data={['development', 'production']} defaultValue="production" />
                <Textarea label="Long text" autosize minRows={2} />
                <Checkbox size="xs" label="Checkbox" defaultChecked />
                <Switch label="Switch" defaultChecked />
                <EditedRows />
                <Copyable text="halyard flag list" label="Copy the command" />
            </Section>
            <Section title="Forms">
                <ExampleForm />
                <ExampleDialog />
            </Section>
            <Section title="Catalogue">
                <ExampleCatalogue />
            </Section>
            <Section title="States">
                <Empty
                    title="No flags yet"
                    icon={<IconFlag3 size={22} />}
                    action={<Button>Create the first flag</Button>}
                >
                    The empty state of a list, with its next step.
                </Empty>
                <ErrorState error={new ApiError(503, 'The database is unavailable.')} retry={() => undefined} />
                <Rows count={2} />
            </Section>
            <Section title="Effects of experiments">
                <Group gap="xs">
                    {EFFECT_STATES.map((state) => (
                        <EffectBadge key={state} state={state} />
                    ))}
                </Group>
                <ForestPlot label="Effects" heading="Metric" groups={EFFECTS} isBayesian={false} />
            </Section>
            <Section title="Facts and time">
                <Facts facts={{ flags: 59, projects: 5 }} />
                <Group>
                    <EnvironmentMark type="development" />
                    <EnvironmentMark type="production" />
                    <RelativeTime at="2026-01-01T00:00:00.000Z" />
                </Group>
            </Section>
        </Stack>
    );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
    return (
        <Panel title={title}>
            <Stack gap="sm">{children}</Stack>
        </Panel>
    );
}

function EditedRows() {
    const [rows, setRows] = useState([{ value: 'Oslo' }, { value: 'Bergen' }]);
    return (
        <EditableRows
            rows={rows}
            onChange={setRows}
            blank={{ value: '' }}
            add="Add value"
            remove={(number) => `Remove value ${number}`}
        >
            {({ value }, change, number) => (
                <TextInput
                    aria-label={`Value ${number}`}
                    value={value}
                    onChange={(event) => change({ value: event.currentTarget.value })}
                />
            )}
        </EditableRows>
    );
}

/** A change that a service would refuse. */
const useRefusedChange = () =>
    useMutation({
        mutationFn: async (_input: { name: string }): Promise<void> => {
            throw new ApiError(409, 'A flag with this name already exists.', { kind: 'NameExistsError' });
        },
    });

const useExampleForm = () =>
    useForm({
        values: { name: '' },
        validate: { name: required('Give it a name') },
        change: useRefusedChange(),
        input: (values) => values,
    });

function ExampleForm() {
    const form = useExampleForm();
    return (
        <PageForm form={form}>
            <TextInput label="Name on a page" {...form.field('name')} />
        </PageForm>
    );
}

function ExampleDialog() {
    const [opened, dialog] = useDisclosure();
    return (
        <>
            <Button variant="default" w="fit-content" onClick={dialog.open}>
                Dialog…
            </Button>
            {opened && <NameDialog name={undefined} onClose={dialog.close} />}
        </>
    );
}

function NameDialog({ name, onClose }: { name: string | undefined; onClose: () => void }) {
    const form = useExampleForm();
    return (
        <FormDialog {...form.dialog} {...dialogLabels('example', name)} onClose={onClose}>
            <TextInput label="Name" data-autofocus {...form.field('name')} />
        </FormDialog>
    );
}

function ExampleCatalogue() {
    const query = useQuery({
        queryKey: ['flag-types', 'examples'],
        queryFn: () => [] as { name: string; about: string }[],
        initialData: [
            { name: 'lantern', about: 'A light at the pier' },
            { name: 'buoy', about: 'Marks the channel' },
        ],
    });
    return (
        <Catalogue
            noun="example"
            label="Examples"
            query={query}
            rowKey={({ name }) => name}
            nameOf={({ name }) => `example ${name}`}
            find={({ name }) => name}
            columns={[
                {
                    title: 'Name',
                    isMain: true,
                    sort: ({ name }) => name,
                    cell: ({ name, about }) => (
                        <NameCell about={about}>
                            <b>{name}</b>
                        </NameCell>
                    ),
                },
            ]}
            create="ADMIN"
            edit="ADMIN"
            remove={{
                needs: 'ADMIN',
                action: async () => undefined,
                warning: 'It is removed.',
                locked: ({ name }) => (name === 'buoy' ? 'Used by a flag.' : undefined),
            }}
            dialog={(row, onClose) => <NameDialog name={row?.name} onClose={onClose} />}
        />
    );
}

// The keys of the object are the states.
const EFFECT_STATES = Object.keys(EFFECT_LOOKS) as EffectState[];

const METRICS: ExperimentMetric[] = [
    { key: 'purchases', outcome: 'purchase', kind: 'conversion', direction: 'up', role: 'primary' },
    { key: 'errors', outcome: 'error', kind: 'count', direction: 'down', role: 'guard', margin: 0.1 },
];

const arm = (variant: string, estimate: number) => ({
    ...{ variant, n: 6_200, sum: 620, sumSquares: 620, estimate, ci: null },
});

const EFFECTS = metricGroups(METRICS, [
    {
        ...{ key: 'purchases', role: 'primary' },
        arms: [arm('grey', 0.1), arm('blue', 0.103)],
        effects: [
            {
                ...{ variant: 'blue', effect: 0.031, difference: 'relative', ci: [0.004, 0.058], p: 0.01 },
                state: 'better',
            },
        ],
    },
    {
        ...{ key: 'errors', role: 'guard' },
        arms: [arm('grey', 0.02), arm('blue', 0.03)],
        effects: [
            {
                ...{ variant: 'blue', effect: 0.5, difference: 'relative', ci: [0.2, null], p: 0.0001 },
                state: 'harm shown',
            },
        ],
    },
]);
