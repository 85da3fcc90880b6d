import { Alert, Button, Group, Stack, Stepper, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { messageOf } from '../../api/client.ts';
import { ConfirmLeaving } from '../../components/forms/ConfirmLeaving.tsx';
import { count } from '../../components/text/numbers.ts';
import { useApprovalFlow } from '../change-requests/approvals/use-approval-flow.tsx';
import { WhatIf } from '../effects/WhatIf.tsx';
import { DestinationFields, destinationOf, type ImportDestination } from './DestinationFields.tsx';
import { DocumentField } from './DocumentField.tsx';
import { ForeignReport, ReportDownloads } from './ForeignReport.tsx';
import {
    type ForeignImportBody,
    importForeign,
    useContents,
    useForeignImport,
    useForeignRehearsal,
} from './foreign-import.queries.ts';
import { ImportSuccess } from './ImportSuccess.tsx';
import type { ImportProps } from './PlainImport.tsx';
import type { ForeignSource } from './sources.ts';
import { useFirstProject } from './use-environment-select.tsx';
import { openFlags } from './verdicts.ts';

/** The import from another product: content, destination, report, and finally the import. */
export function ForeignImport({
    source,
    project: initial,
    text,
    onText,
    picker,
}: ImportProps & { source: ForeignSource }) {
    const [step, setStep] = useState(0);
    const first = useFirstProject(initial);
    const [chosen, setDestination] = useState<ImportDestination>();
    const destination = chosen ?? destinationOf(first, []);
    const [accepted, setAccepted] = useState<ReadonlySet<string>>(new Set());
    const contents = useContents();
    const rehearsal = useForeignRehearsal();
    const run = useForeignImport();
    const { project, environments, percentages } = destination;
    const approvalFlow = useApprovalFlow({ project, environment: [...new Set(Object.values(environments))] });

    const document = { source, document: text };
    const input = { ...document, environments, percentages };
    const report = rehearsal.data;
    const leaveOut = report ? openFlags(report).filter((name) => !accepted.has(name)) : [];
    const body: ForeignImportBody = { ...input, accept: [...accepted], replace: [...accepted], leaveOut };
    const coming = (report?.flags.length ?? 0) - leaveOut.length;

    const read = () =>
        contents.mutate(
            { project, body: document },
            {
                onSuccess: ({ environments }) => {
                    setDestination(destinationOf(project, environments));
                    setStep(1);
                },
            },
        );
    const check = () => {
        setAccepted(new Set());
        rehearsal.mutate({ project, body: input }, { onSuccess: () => setStep(2) });
    };

    return (
        <>
            <ConfirmLeaving isDirty={text.trim() !== '' && !run.isSuccess} />
            <Stepper active={step} size="sm" onStepClick={(next) => next < step && step < 3 && setStep(next)}>
                <Stepper.Step label="What">
                    <Stack gap="sm" mt="md">
                        {picker}
                        <DocumentField kind="JSON or YAML" value={text} onChange={onText} />
                        <Problem error={contents.error} />
                        <Group justify="flex-end">
                            <Button onClick={read} loading={contents.isPending} disabled={!text.trim()}>
                                Next
                            </Button>
                        </Group>
                    </Stack>
                </Stepper.Step>
                <Stepper.Step label="Where">
                    <Stack gap="md" mt="md">
                        {contents.data && (
                            <Text size="sm">
                                {count(contents.data.flags, 'flag')} from {contents.data.product}.
                            </Text>
                        )}
                        <DestinationFields
                            value={destination}
                            onChange={setDestination}
                            sourceEnvironments={contents.data?.environments ?? []}
                        />
                        <Problem error={rehearsal.error} />
                        <Group justify="flex-end">
                            <Button variant="default" onClick={() => setStep(0)}>
                                Back
                            </Button>
                            <Button
                                onClick={check}
                                loading={rehearsal.isPending}
                                disabled={Object.keys(environments).length === 0}
                            >
                                Check
                            </Button>
                        </Group>
                    </Stack>
                </Stepper.Step>
                <Stepper.Step label="Check">
                    {report && (
                        <Stack gap="md" mt="md">
                            {report.problem && (
                                <Alert color="red" icon={<IconAlertTriangle size={16} />} role="alert">
                                    This import would fail: {report.problem}
                                </Alert>
                            )}
                            <ForeignReport report={report} accepted={accepted} onAccept={setAccepted} />
                            <ReportDownloads report={report} source={source} />
                            {approvalFlow.notice}
                            {coming > 0 && !report.problem && (
                                <div>
                                    <Text component="h2" size="sm" fw={600} mb={6}>
                                        What will change
                                    </Text>
                                    <WhatIf
                                        base={approvalFlow.base}
                                        change={{
                                            project,
                                            request: (client) => importForeign(client, { project, body }),
                                            key: ['foreign-import', project, body],
                                        }}
                                        isSending={run.isPending || run.isSuccess}
                                    />
                                </div>
                            )}
                            {approvalFlow.fields}
                            <Problem error={run.error} />
                            <Group justify="flex-end">
                                <Button variant="default" onClick={() => setStep(1)}>
                                    Back
                                </Button>
                                <Button
                                    disabled={coming === 0 || report.problem !== undefined || !approvalFlow.isWhole}
                                    loading={run.isPending}
                                    onClick={() =>
                                        approvalFlow.make((mode) =>
                                            run.mutate({ project, body }, { mode, onSuccess: () => setStep(3) }),
                                        )
                                    }
                                >
                                    {approvalFlow.verb(`Import ${count(coming, 'flag')}`)}
                                </Button>
                            </Group>
                        </Stack>
                    )}
                </Stepper.Step>
                <Stepper.Completed>
                    <ImportSuccess project={project} isProposed={!approvalFlow.isDirect}>
                        {report && <ReportDownloads report={report} source={source} />}
                    </ImportSuccess>
                </Stepper.Completed>
            </Stepper>
        </>
    );
}

const Problem = ({ error }: { error: unknown }) =>
    error ? (
        <Alert color="red" icon={<IconAlertTriangle size={16} />} role="alert">
            {messageOf(error)}
        </Alert>
    ) : null;
