import {
    ActionIcon,
    Alert,
    Autocomplete,
    Button,
    Collapse,
    Group,
    Menu,
    NumberInput,
    Select,
    SimpleGrid,
    Stack,
    Text,
    TextInput,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBookmark, IconChevronDown, IconChevronRight, IconPlus, IconTrash } from '@tabler/icons-react';
import { PermissionControl } from '../../../components/access/PermissionControl.tsx';
import { useOutcomes } from '../../metrics/metric.queries.ts';
import { KIND_WORDS } from '../effect-words.ts';
import { useSavedMetrics, useSaveMetric } from '../experiment.queries.ts';
import { keyOf, type MetricDraft, metricBody, metricDraft, NEW_METRIC, problemsOfMetric } from './experiment-draft.ts';
import classes from './SetUp.module.css';
import type { ExperimentForm } from './use-experiment-form.ts';

const ROLES: Record<MetricDraft['role'], string> = {
    primary: 'Primary: decides the experiment',
    secondary: 'Secondary: helps to understand',
    guard: 'Guard: must not get worse',
};

const KINDS: Record<MetricDraft['kind'], string> = {
    conversion: 'Share of users who have it',
    count: 'How often per user',
    mean: 'Sum of its values per user',
    ratio: 'Sum of its values, divided by another outcome',
};

const MAX_METRICS = 20;

interface Props {
    form: ExperimentForm;
    projectId: string;
}

/** The metrics of an experiment: one primary metric, secondary ones, and guards. */
export function MetricsStep({ form, projectId }: Props) {
    const { metrics } = form.values;
    const { data: saved = [] } = useSavedMetrics(projectId);
    const problem = form.errorOf('metrics');
    const unused = saved.filter(({ key }) => !metrics.some((metric) => keyOf(metric) === key));
    const isFirstBlank = metrics.length === 1 && metrics[0]?.outcome === '';
    const set = (next: MetricDraft[]) => form.edit('metrics', next);
    const add = (metric: MetricDraft) => {
        const role = isFirstBlank || !metrics.some((each) => each.role === 'primary') ? 'primary' : metric.role;
        set([...(isFirstBlank ? [] : metrics), { ...metric, role }]);
    };
    return (
        <Stack gap="sm">
            {metrics.map((metric, index) => (
                <MetricFields
                    // Metrics have no identity but their position.
                    // biome-ignore lint/suspicious/noArrayIndexKey: see above
                    key={index}
                    metric={metric}
                    position={index + 1}
                    form={form}
                    projectId={projectId}
                    showsProblems={problem !== undefined}
                    isSaved={saved.some(({ key }) => key === keyOf(metric))}
                    onChange={(members) => set(metrics.with(index, { ...metric, ...members }))}
                    onRemove={metrics.length > 1 ? () => set(metrics.toSpliced(index, 1)) : undefined}
                />
            ))}
            {problem && (
                <Alert color="red" role="alert">
                    {problem}
                </Alert>
            )}
            <Group gap="xs">
                <Button
                    size="xs"
                    variant="default"
                    leftSection={<IconPlus size={14} />}
                    disabled={metrics.length >= MAX_METRICS}
                    onClick={() => set([...metrics, { ...NEW_METRIC, role: 'secondary' }])}
                >
                    Add metric
                </Button>
                <Button
                    size="xs"
                    variant="default"
                    leftSection={<IconPlus size={14} />}
                    disabled={metrics.length >= MAX_METRICS}
                    onClick={() =>
                        set([
                            ...metrics,
                            { ...NEW_METRIC, role: 'guard', kind: 'count', direction: 'down', margin: 10 },
                        ])
                    }
                >
                    Add guard
                </Button>
                {unused.length > 0 && (
                    <Menu>
                        <Menu.Target>
                            <Button
                                size="xs"
                                variant="default"
                                leftSection={<IconBookmark size={14} />}
                                rightSection={<IconChevronDown size={14} />}
                                disabled={metrics.length >= MAX_METRICS}
                            >
                                Use a saved metric
                            </Button>
                        </Menu.Target>
                        <Menu.Dropdown>
                            {unused.map((metric) => (
                                <Menu.Item
                                    key={metric.key}
                                    onClick={() =>
                                        add(
                                            metricDraft({
                                                ...metric,
                                                role: metric.margin === undefined ? 'secondary' : 'guard',
                                            }),
                                        )
                                    }
                                >
                                    {metric.key}
                                    <Text size="xs" c="dimmed">
                                        {KIND_WORDS[metric.kind]} of {metric.outcome}
                                    </Text>
                                </Menu.Item>
                            ))}
                        </Menu.Dropdown>
                    </Menu>
                )}
            </Group>
        </Stack>
    );
}

interface FieldsProps extends Props {
    metric: MetricDraft;
    position: number;
    showsProblems: boolean;
    isSaved: boolean;
    onChange: (members: Partial<MetricDraft>) => void;
    onRemove: (() => void) | undefined;
}

function MetricFields({ metric, position, form, projectId, showsProblems, isSaved, onChange, onRemove }: FieldsProps) {
    const { environment, enrol, metrics } = form.values;
    const outcomes = useOutcomes(environment);
    const save = useSaveMetric(projectId);
    const [showsMore, more] = useDisclosure(metric.windowHours !== '' || metric.cap !== '');
    const found = problemsOfMetric(metric, { metrics, enrol });
    // A rate of 100 % is explained at once, missing input after an attempt to save.
    const problems = showsProblems || metric.outcome !== '' ? found : {};
    const isKnown = metric.outcome === '' || outcomes.length === 0 || outcomes.includes(metric.outcome.trim());
    const name = keyOf(metric) || `Metric ${position}`;
    const numeric = (value: string | number) => (value === '' ? '' : Number(value));
    return (
        <fieldset className={classes['metric']} data-role={metric.role} aria-label={name}>
            <Stack gap="sm">
                <Group justify="space-between" wrap="nowrap">
                    <Text className={classes['legend'] ?? ''} aria-hidden="true">
                        {name}
                    </Text>
                    <Group gap={4} wrap="nowrap">
                        {!isSaved && Object.keys(found).length === 0 && (
                            <PermissionControl to="UPDATE_EXPERIMENT" project={projectId}>
                                <Button
                                    size="compact-xs"
                                    variant="subtle"
                                    leftSection={<IconBookmark size={14} />}
                                    loading={save.isPending}
                                    onClick={() => save.mutate(metricBody(metric))}
                                >
                                    Save for other experiments
                                </Button>
                            </PermissionControl>
                        )}
                        {onRemove && (
                            <ActionIcon aria-label={`Remove ${name}`} onClick={onRemove}>
                                <IconTrash size={15} />
                            </ActionIcon>
                        )}
                    </Group>
                </Group>
                <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="sm">
                    <Autocomplete
                        label="Outcome"
                        withAsterisk
                        description={
                            outcomes.length === 0
                                ? 'None has arrived yet in this environment. Enter the name that applications will send.'
                                : isKnown
                                  ? 'What has arrived in this environment is offered.'
                                  : 'It has not arrived in this environment yet.'
                        }
                        data={outcomes}
                        maxLength={100}
                        value={metric.outcome}
                        error={problems.outcome}
                        onChange={(outcome) => onChange({ outcome })}
                    />
                    <Select
                        label="Role"
                        description="One primary metric decides"
                        data={options(ROLES)}
                        value={metric.role}
                        onChange={(role) => role && onChange({ role: role as MetricDraft['role'] })}
                    />
                    <Select
                        label="Measured"
                        data={options(KINDS)}
                        value={metric.kind}
                        onChange={(kind) => kind && onChange({ kind: kind as MetricDraft['kind'] })}
                    />
                    <Select
                        label="Desired direction"
                        data={[
                            { value: 'up', label: 'More is better' },
                            { value: 'down', label: 'Less is better' },
                        ]}
                        value={metric.direction}
                        onChange={(direction) =>
                            direction && onChange({ direction: direction as MetricDraft['direction'] })
                        }
                    />
                    {metric.kind === 'ratio' && (
                        <Autocomplete
                            label="Divided by"
                            withAsterisk
                            data={outcomes}
                            maxLength={100}
                            value={metric.denominator}
                            error={showsProblems && problems.denominator}
                            onChange={(denominator) => onChange({ denominator })}
                        />
                    )}
                    {metric.role === 'guard' && (
                        <NumberInput
                            label="Margin (%)"
                            description="How much worse it may get, relative to the control"
                            min={0}
                            value={metric.margin}
                            onChange={(margin) => onChange({ margin: numeric(margin) })}
                        />
                    )}
                </SimpleGrid>
                <div>
                    <Button
                        size="compact-xs"
                        variant="subtle"
                        aria-expanded={showsMore}
                        leftSection={showsMore ? <IconChevronDown size={14} /> : <IconChevronRight size={14} />}
                        onClick={more.toggle}
                    >
                        Name, window and cap
                    </Button>
                    <Collapse expanded={showsMore || problems.key !== undefined}>
                        <SimpleGrid cols={{ base: 1, xs: 3 }} mt="xs">
                            <TextInput
                                label="Name"
                                description="Letters, digits and - _ . ~"
                                placeholder={keyOf(metric)}
                                maxLength={100}
                                value={metric.key}
                                error={problems.key}
                                onChange={({ currentTarget }) => onChange({ key: currentTarget.value })}
                            />
                            <NumberInput
                                label="Window (hours)"
                                description="After the enrolment; empty: no limit"
                                min={0}
                                value={metric.windowHours}
                                onChange={(windowHours) => onChange({ windowHours: numeric(windowHours) })}
                            />
                            <NumberInput
                                label="Cap"
                                description="The most that one user counts"
                                min={0}
                                disabled={metric.kind === 'conversion'}
                                value={metric.cap}
                                onChange={(cap) => onChange({ cap: numeric(cap) })}
                            />
                        </SimpleGrid>
                    </Collapse>
                </div>
            </Stack>
        </fieldset>
    );
}

const options = (labels: Record<string, string>) => Object.entries(labels).map(([value, label]) => ({ value, label }));
