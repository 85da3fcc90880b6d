import { Alert, Button, Group, List, Stack, Stepper, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconLock } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { messageOf } from '../../api/client.ts';
import { ConfirmLeaving } from '../../components/forms/ConfirmLeaving.tsx';
import { jsonProblem } from '../../components/forms/json-problem.ts';
import { count } from '../../components/text/numbers.ts';
import { useApprovalFlow } from '../change-requests/approvals/use-approval-flow.tsx';
import { WhatIf } from '../effects/WhatIf.tsx';
import { useEnvironments } from '../environments/environment.queries.ts';
import { DocumentField } from './DocumentField.tsx';
import { ImportSuccess } from './ImportSuccess.tsx';
import { type ImportData, importFlags, useImport, useValidateImport } from './transfer.queries.ts';
import { useEnvironmentSelect } from './use-environment-select.tsx';

export interface ImportProps {
    project: string | undefined;
    text: string;
    onText: (text: string) => void;
    /** The source of the document. */
    picker: ReactNode;
}

/** The import of a document exported by Halyard or Unleash. */
export function PlainImport({ project: initial, text, onText, picker }: ImportProps) {
    const { project, environment, selects } = useEnvironmentSelect(initial);
    const [step, setStep] = useState(0);
    const [problem, setProblem] = useState<string>();
    const [data, setData] = useState<ImportData>();
    const validate = useValidateImport();
    const run = useImport();
    const { data: environments = [] } = useEnvironments();
    const approvalFlow = useApprovalFlow({ project, environment });
    const affectsProduction = environments.some(({ name, type }) => name === environment && type === 'production');
    const isReviewed = affectsProduction || approvalFlow.isProtected;

    function check() {
        setProblem(undefined);
        const mistake = jsonProblem(text);
        if (mistake) return setProblem(mistake);
        // The service validates the document.
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
        <>
            <ConfirmLeaving isDirty={text.trim() !== '' && !run.isSuccess} />
            <Stepper active={step} size="sm" onStepClick={(next) => next < step && setStep(next)}>
                <Stepper.Step label="Document and destination">
                    <Stack gap="sm" mt="md">
                        {picker}
                        {selects}
                        <DocumentField kind="JSON" value={text} onChange={onText} />
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
                                    title="This prevents the import"
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
                                    title="Notes"
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
                                {approvalFlow.notice}
                                <Text component="h2" size="sm" fw={600}>
                                    What will change
                                </Text>
                                <WhatIf
                                    base={approvalFlow.base}
                                    change={{
                                        project,
                                        request: (client) => importFlags(client, { project, environment, data }),
                                        key: ['import', project, environment, text],
                                    }}
                                    isSending={run.isPending || run.isSuccess}
                                />
                                {approvalFlow.fields}
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
                                disabled={isBlocked || !data || !approvalFlow.isWhole}
                                loading={run.isPending}
                                onClick={() =>
                                    data &&
                                    approvalFlow.make((mode) =>
                                        run.mutate(
                                            { project, environment, data },
                                            { mode, onSuccess: () => setStep(2) },
                                        ),
                                    )
                                }
                            >
                                {approvalFlow.verb('Import')}
                            </Button>
                        </Group>
                    </Stack>
                </Stepper.Step>
                <Stepper.Completed>
                    <ImportSuccess project={project} isProposed={!approvalFlow.isDirect} />
                </Stepper.Completed>
            </Stepper>
        </>
    );
}

interface FindingsProps {
    title: string;
    color: string;
    icon: ReactNode;
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
