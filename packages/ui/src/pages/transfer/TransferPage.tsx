import { Alert, Button, FileButton, Group, List, Select, Stack, Stepper, Tabs, Text, Textarea } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconDownload, IconFileUpload, IconLock } from '@tabler/icons-react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf } from '../../api/client.ts';
import { AskBeforeLeaving } from '../../components/AskBeforeLeaving.tsx';
import { download } from '../../components/download.ts';
import { jsonProblem } from '../../components/json-problem.ts';
import { Page } from '../../components/Page.tsx';
import { Panel } from '../../components/Panel.tsx';
import { useWay } from '../change-requests/use-way.tsx';
import { WhatIf } from '../effects/WhatIf.tsx';
import { count } from '../effects/who-words.ts';
import { useEnvironments } from '../environments/environment.queries.ts';
import { useProjects } from '../projects/project.queries.ts';
import { type ImportData, importFlags, useExport, useImport, useValidateImport } from './transfer.queries.ts';

const route = getRouteApi('/app/transfer');

export function TransferPage() {
    const search = route.useSearch();
    const navigate = useNavigate();
    return (
        <Page
            title="Import and export"
            narrow
            about="Carry flags between environments, projects and instances. Nothing is written before you have seen what would happen."
        >
            <Tabs
                value={search.export ? 'export' : 'import'}
                onChange={(value) =>
                    void navigate({
                        to: '/transfer',
                        search: { ...search, export: value === 'export' || undefined },
                        replace: true,
                    })
                }
                mb="md"
            >
                <Tabs.List>
                    <Tabs.Tab value="import">Import</Tabs.Tab>
                    <Tabs.Tab value="export">Export</Tabs.Tab>
                </Tabs.List>
            </Tabs>
            {search.export ? <Export project={search.project} /> : <Import project={search.project} />}
        </Page>
    );
}

function usePlace(initial: string | undefined) {
    const { data: projects = [] } = useProjects();
    const { data: environments = [] } = useEnvironments();
    const [project, setProject] = useState(initial ?? 'default');
    const [environment, setEnvironment] = useState('development');
    const selects = (
        <Group grow>
            <Select
                label="Project"
                data={projects.map(({ id, name }) => ({ value: id, label: name }))}
                value={project}
                onChange={(value) => value && setProject(value)}
            />
            <Select
                label="Environment"
                data={environments.map(({ name }) => name)}
                value={environment}
                onChange={(value) => value && setEnvironment(value)}
            />
        </Group>
    );
    return { project, environment, selects };
}

function Export({ project: initial }: { project: string | undefined }) {
    const { project, environment, selects } = usePlace(initial);
    const run = useExport();
    return (
        <Panel title="Export the flags of a project">
            <Stack gap="sm">
                {selects}
                <Text size="sm" c="dimmed">
                    The file contains the flags with their strategies and variants in this environment, and what these
                    refer to: context fields, segments, tags, dependencies and links.
                </Text>
                <div>
                    <Button
                        leftSection={<IconDownload size={15} />}
                        loading={run.isPending}
                        onClick={() =>
                            run.mutate(
                                { project, environment },
                                {
                                    onSuccess: (data) =>
                                        download(
                                            `${project}-${environment}.json`,
                                            'application/json',
                                            JSON.stringify(data, null, 2),
                                        ),
                                },
                            )
                        }
                    >
                        Download
                    </Button>
                </div>
            </Stack>
        </Panel>
    );
}

function Import({ project: initial }: { project: string | undefined }) {
    const { project, environment, selects } = usePlace(initial);
    const [text, setText] = useState('');
    const [step, setStep] = useState(0);
    const [problem, setProblem] = useState<string>();
    const [data, setData] = useState<ImportData>();
    const validate = useValidateImport();
    const run = useImport();
    const { data: environments = [] } = useEnvironments();
    const way = useWay({ project, environment });
    const isNoticed = environments.some(({ name, type }) => name === environment && type === 'production');
    const isReviewed = isNoticed || way.isProtected;

    function check() {
        setProblem(undefined);
        const mistake = jsonProblem(text);
        if (mistake) return setProblem(mistake);
        // The service checks its shape, member by member.
        const parsed = JSON.parse(text) as ImportData;
        setData(parsed);
        validate.mutate(
            { project, environment, data: parsed },
            { onSuccess: () => setStep(1), onError: (error) => setProblem(messageOf(error)) },
        );
    }

    const report = validate.data;
    const isBlocked = Boolean(report && (report.errors.length > 0 || report.permissions.length > 0));
    return (
        <Panel>
            <AskBeforeLeaving isDirty={text.trim() !== '' && !run.isSuccess} />
            <Stepper active={step} size="sm" onStepClick={(next) => next < step && setStep(next)}>
                <Stepper.Step label="What and where">
                    <Stack gap="sm" mt="md">
                        {selects}
                        <Group justify="space-between" align="flex-end">
                            <Text size="sm" fw={500}>
                                File
                            </Text>
                            <FileButton
                                accept="application/json,.json"
                                onChange={(file) => void file?.text().then(setText)}
                            >
                                {(props) => (
                                    <Button
                                        size="xs"
                                        variant="default"
                                        leftSection={<IconFileUpload size={14} />}
                                        {...props}
                                    >
                                        Choose a file
                                    </Button>
                                )}
                            </FileButton>
                        </Group>
                        <Textarea
                            aria-label="What to import, as JSON"
                            placeholder="Choose a file, or paste its content here"
                            autosize
                            minRows={6}
                            maxRows={16}
                            classNames={{ input: 'mono' }}
                            spellCheck={false}
                            value={text}
                            onChange={(event) => setText(event.currentTarget.value)}
                        />
                        {problem && (
                            <Alert color="red" icon={<IconAlertTriangle size={16} />} role="alert">
                                {problem}
                            </Alert>
                        )}
                        <Group justify="flex-end">
                            <Button onClick={check} loading={validate.isPending} disabled={!text.trim()}>
                                Check
                            </Button>
                        </Group>
                    </Stack>
                </Stepper.Step>
                <Stepper.Step label="Check">
                    <Stack gap="sm" mt="md">
                        {report && (
                            <>
                                <Findings
                                    title="This stands in the way"
                                    color="red"
                                    icon={<IconAlertTriangle size={16} />}
                                    findings={report.errors}
                                />
                                <Findings
                                    title="You lack permissions"
                                    color="red"
                                    icon={<IconLock size={16} />}
                                    findings={report.permissions}
                                />
                                <Findings
                                    title="Worth knowing"
                                    color="brass"
                                    icon={<IconAlertTriangle size={16} />}
                                    findings={report.warnings}
                                />
                            </>
                        )}
                        {!isBlocked && (
                            <Alert color="green" icon={<IconCheck size={16} />}>
                                {count(data?.features.length ?? 0, 'flag')} can be imported into {project},{' '}
                                {environment}: all, or none if something fails.
                            </Alert>
                        )}
                        {data && !isBlocked && isReviewed && (
                            <>
                                {way.notice}
                                <Text component="h2" size="sm" fw={600}>
                                    What would be different
                                </Text>
                                <WhatIf
                                    change={{
                                        project,
                                        request: () => importFlags({ project, environment, data }),
                                        key: ['import', project, environment, text],
                                    }}
                                    isMade={run.isPending || run.isSuccess}
                                />
                                {way.fields}
                            </>
                        )}
                        {run.isError && (
                            <Alert color="red" role="alert">
                                {messageOf(run.error)}
                            </Alert>
                        )}
                        <Group justify="flex-end">
                            <Button variant="default" onClick={() => setStep(0)}>
                                Back
                            </Button>
                            <Button
                                disabled={isBlocked || !data || !way.isWhole}
                                loading={run.isPending}
                                onClick={() =>
                                    data &&
                                    way.make(() =>
                                        run.mutate({ project, environment, data }, { onSuccess: () => setStep(2) }),
                                    )
                                }
                            >
                                {way.verb('Import')}
                            </Button>
                        </Group>
                    </Stack>
                </Stepper.Step>
                <Stepper.Completed>
                    <Done project={project} isProposed={!way.isDirect} />
                </Stepper.Completed>
            </Stepper>
        </Panel>
    );
}

function Done({ project, isProposed }: { project: string; isProposed: boolean }) {
    const navigate = useNavigate();
    return (
        <Stack align="flex-start" mt="md">
            <Alert color="green" icon={<IconCheck size={16} />}>
                {isProposed
                    ? 'Imported as far as nobody has to agree; the rest stands in your draft. Send it to review when it is ready.'
                    : 'Imported.'}
            </Alert>
            <Button onClick={() => void navigate({ to: '/projects/$projectId', params: { projectId: project } })}>
                See the flags
            </Button>
        </Stack>
    );
}

interface FindingsProps {
    title: string;
    color: string;
    icon: React.ReactNode;
    findings: { message: string; affectedItems: string[] }[];
}

function Findings({ title, color, icon, findings }: FindingsProps) {
    if (findings.length === 0) return null;
    return (
        <Alert color={color} icon={icon} title={title}>
            <List size="sm">
                {findings.map(({ message, affectedItems }) => (
                    <List.Item key={message}>
                        {message} {affectedItems.length > 0 && <code>{affectedItems.join(', ')}</code>}
                    </List.Item>
                ))}
            </List>
        </Alert>
    );
}
