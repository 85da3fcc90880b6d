import {
    ActionIcon,
    Autocomplete,
    Badge,
    Button,
    Drawer,
    Group,
    MultiSelect,
    Stack,
    Text,
    TextInput,
    UnstyledButton,
} from '@mantine/core';
import { IconAdjustmentsHorizontal, IconLink, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { notify } from '../../components/notify.tsx';
import { Page } from '../../components/Page.tsx';
import { Panel } from '../../components/Panel.tsx';
import { EnvironmentMark } from '../../components/SignalFlag.tsx';
import { Empty, Loaded } from '../../components/States.tsx';
import { useContextFields } from '../context-fields/context-field.queries.ts';
import { useEnvironments } from '../environments/environment.queries.ts';
import { useProjects } from '../projects/project.queries.ts';
import { ExplanationTree } from './ExplanationTree.tsx';
import classes from './Playground.module.css';
import { type PlaygroundEntry, type Question, usePlayground } from './playground.queries.ts';

const route = getRouteApi('/app/playground');

/** Who would get what, and why: environments side by side, several values a field. */
export function PlaygroundPage() {
    const search = route.useSearch();
    const navigate = useNavigate();
    const { data: environments = [] } = useEnvironments();
    const asked: Question | undefined = search.environments
        ? { environments: search.environments, projects: search.projects ?? [], context: search.context ?? {} }
        : undefined;
    const [chosen, setChosen] = useState<string[]>(search.environments ?? []);
    const [projects, setProjects] = useState<string[]>(search.projects ?? []);
    const [fields, setFields] = useState<[name: string, value: string][]>(
        Object.entries(search.context ?? { userId: '' }),
    );
    const [filter, setFilter] = useState('');
    const { data: allProjects = [] } = useProjects();
    const { data: contextFields = [] } = useContextFields();
    const answer = usePlayground(asked);
    const ask = () =>
        void navigate({
            to: '/playground',
            search: {
                environments: chosen.length > 0 ? chosen : environments.map(({ name }) => name),
                ...(projects.length > 0 && { projects }),
                context: Object.fromEntries(fields.filter(([name, value]) => name && value)),
            },
        });
    return (
        <Page
            title="Playground"
            about="Ask as one of your users, and see which flags they would get, where, and why."
            actions={
                asked && (
                    <Button
                        variant="default"
                        leftSection={<IconLink size={15} />}
                        onClick={() => {
                            void navigator.clipboard?.writeText(location.href);
                            notify('Address copied; it holds the question');
                        }}
                    >
                        Share
                    </Button>
                )
            }
        >
            <div className={classes['layout']}>
                <Panel title="Ask as">
                    <form
                        onSubmit={(event) => {
                            event.preventDefault();
                            ask();
                        }}
                    >
                        <Stack gap="sm">
                            <MultiSelect
                                label="Environments"
                                placeholder={chosen.length > 0 ? '' : 'All'}
                                data={environments.map(({ name }) => name)}
                                value={chosen}
                                onChange={setChosen}
                            />
                            <MultiSelect
                                label="Projects"
                                placeholder={projects.length > 0 ? '' : 'All'}
                                searchable
                                data={allProjects.map(({ id, name }) => ({ value: id, label: name }))}
                                value={projects}
                                onChange={setProjects}
                            />
                            <div>
                                <Text size="sm" fw={500}>
                                    Context
                                </Text>
                                <Text size="xs" c="dimmed" mb={6}>
                                    Separate several values with commas to try each.
                                </Text>
                                <Stack gap={6}>
                                    {fields.map(([name, value], index) => (
                                        // Rows are edited in place, and removed by their place.
                                        // biome-ignore lint/suspicious/noArrayIndexKey: see above
                                        <Group key={index} gap={6} wrap="nowrap">
                                            <Autocomplete
                                                aria-label={`Context field ${index + 1}`}
                                                w={120}
                                                data={contextFields.map((field) => field.name)}
                                                value={name}
                                                onChange={(next) => setFields(fields.with(index, [next, value]))}
                                            />
                                            <TextInput
                                                aria-label={`Value of ${name || 'the field'}`}
                                                style={{ flex: 1 }}
                                                placeholder="ada, bob"
                                                value={value}
                                                onChange={(event) =>
                                                    setFields(fields.with(index, [name, event.currentTarget.value]))
                                                }
                                            />
                                            <ActionIcon
                                                aria-label={`Remove ${name || 'the field'}`}
                                                onClick={() => setFields(fields.toSpliced(index, 1))}
                                            >
                                                <IconTrash size={15} />
                                            </ActionIcon>
                                        </Group>
                                    ))}
                                </Stack>
                                <Button
                                    size="compact-xs"
                                    variant="subtle"
                                    mt={6}
                                    onClick={() => setFields([...fields, ['', '']])}
                                >
                                    Add a field
                                </Button>
                            </div>
                            <Button
                                type="submit"
                                leftSection={<IconPlayerPlay size={15} />}
                                loading={answer.isFetching}
                            >
                                Ask
                            </Button>
                        </Stack>
                    </form>
                </Panel>
                <div className={classes['results']}>
                    {!asked ? (
                        <Empty title="Nobody asked yet" icon={<IconAdjustmentsHorizontal size={22} />}>
                            Enter a user on the left and press Ask. Each answer opens to the engine's explanation.
                        </Empty>
                    ) : (
                        <Loaded query={answer}>
                            {({ features, warnings }) => (
                                <>
                                    <Group justify="space-between" mb={8}>
                                        <Text size="sm" c="dimmed">
                                            {features.length} {features.length === 1 ? 'flag' : 'flags'}
                                        </Text>
                                        <TextInput
                                            size="xs"
                                            aria-label="Filter the flags"
                                            placeholder="Filter flags"
                                            value={filter}
                                            onChange={(event) => setFilter(event.currentTarget.value)}
                                        />
                                    </Group>
                                    {warnings?.invalidContextProperties &&
                                        warnings.invalidContextProperties.length > 0 && (
                                            <Text size="sm" c="var(--mantine-color-error)">
                                                Not used: {warnings.invalidContextProperties.join(', ')}
                                            </Text>
                                        )}
                                    <Grid
                                        environments={asked.environments.map((name) => ({
                                            name,
                                            type: environments.find((each) => each.name === name)?.type,
                                        }))}
                                        features={features.filter(({ name }) =>
                                            name.toLowerCase().includes(filter.toLowerCase()),
                                        )}
                                    />
                                </>
                            )}
                        </Loaded>
                    )}
                </div>
            </div>
        </Page>
    );
}

interface GridProps {
    environments: { name: string; type: string | undefined }[];
    features: { name: string; projectId: string; environments: Record<string, PlaygroundEntry[]> }[];
}

function Grid({ environments, features }: GridProps) {
    const [opened, setOpened] = useState<PlaygroundEntry>();
    return (
        <div className={classes['frame']}>
            <table className={classes['grid']} aria-label="Answers">
                <thead>
                    <tr>
                        <th>Flag</th>
                        {environments.map(({ name, type }) => (
                            <th key={name}>
                                <span className={classes['environment']}>
                                    <EnvironmentMark type={type} width={13} />
                                    {name}
                                </span>
                            </th>
                        ))}
                    </tr>
                </thead>
                <tbody>
                    {features.map(({ name, projectId, environments: answers }) => (
                        <tr key={`${projectId} ${name}`}>
                            <td>
                                <Link
                                    to="/projects/$projectId/features/$featureName"
                                    params={{ projectId, featureName: name }}
                                >
                                    {name}
                                </Link>
                            </td>
                            {environments.map((environment) => (
                                <td key={environment.name}>
                                    <div className={classes['cells']}>
                                        {(answers[environment.name] ?? []).map((entry) => (
                                            <Cell
                                                key={JSON.stringify(entry.context)}
                                                entry={entry}
                                                isAlone={(answers[environment.name]?.length ?? 0) === 1}
                                                onOpen={() => setOpened(entry)}
                                            />
                                        ))}
                                    </div>
                                </td>
                            ))}
                        </tr>
                    ))}
                </tbody>
            </table>
            <Drawer
                opened={opened !== undefined}
                onClose={() => setOpened(undefined)}
                size={620}
                title={opened && `${opened.name} in ${opened.environment}`}
                closeButtonProps={{ 'aria-label': 'Close' }}
            >
                {opened && <ExplanationTree entry={opened} />}
            </Drawer>
        </div>
    );
}

function Cell({ entry, isAlone, onOpen }: { entry: PlaygroundEntry; isAlone: boolean; onOpen: () => void }) {
    const { isEnabled, variant, strategies } = entry;
    const color = isEnabled ? 'green' : strategies.result === 'unknown' ? 'brass' : 'gray';
    const label = isEnabled ? 'on' : strategies.result === 'unknown' ? 'unknown' : 'off';
    const who = isAlone
        ? ''
        : Object.entries(entry.context)
              .filter(([name]) => name !== 'appName')
              .map(([, value]) => String(value))
              .join(', ');
    return (
        <UnstyledButton className={classes['cell']} onClick={onOpen}>
            <span className="visually-hidden">
                Explain {entry.name} in {entry.environment}:
            </span>
            <Badge color={color}>{label}</Badge>
            {variant?.enabled && <code>{variant.name}</code>}
            {who && <span>{who}</span>}
        </UnstyledButton>
    );
}
