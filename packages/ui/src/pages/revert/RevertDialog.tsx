import { Alert, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { messageOf } from '../../api/client.ts';
import { FormDialog } from '../../components/forms/FormDialog.tsx';
import { useNavigateAfterSave } from '../../components/forms/use-navigate-after-save.ts';
import { Rows } from '../../components/layout/States.tsx';
import { useApprovalFlow } from '../change-requests/approvals/use-approval-flow.tsx';
import type { Population } from '../effects/effects.ts';
import { RehearsalResult } from '../effects/RehearsalResult.tsx';
import classes from './RevertDialog.module.css';
import { type RevertQuery, useRevert, useRevertPreview } from './revert.queries.ts';

interface Props {
    query: RevertQuery;
    title: string;
    successMessage: string;
    onClose: () => void;
    onDone?: ((navigate: ReturnType<ReturnType<typeof useNavigateAfterSave>>) => void) | undefined;
}

/** Shows the effect of a revert, then applies or proposes it. */
export function RevertDialog({ query, title, successMessage, onClose, onDone }: Props) {
    const revert = useRevert(query, successMessage);
    const [population, setPopulation] = useState<Population>();
    // After the revert, there is nothing left to preview.
    const isEnabled = !revert.isPending && !revert.isSuccess;
    const onLive = useRevertPreview(query, { population, isEnabled, base: undefined });
    const touched = [...new Set(onLive.data?.changes.map(({ environment }) => environment))];
    // A segment affects all environments.
    const environment = touched.includes('*') ? undefined : touched;
    const begin = useNavigateAfterSave();
    const approvalFlow = useApprovalFlow(onLive.data && { project: query.project, environment });
    const onBase = useRevertPreview(query, {
        population,
        isEnabled: isEnabled && !!approvalFlow.base,
        base: approvalFlow.base,
    });
    const preview = approvalFlow.base ? onBase : onLive;
    const { data } = preview;
    return (
        <FormDialog
            title={title}
            size="xl"
            isSteady
            opened
            onClose={onClose}
            submit={approvalFlow.verb('Revert')}
            isDisabled={!data || data.failed !== undefined || !approvalFlow.isWhole}
            isBusy={revert.isPending}
            error={revert.error}
            onSubmit={() => {
                const navigate = begin();
                approvalFlow.make((mode) =>
                    revert.mutate(undefined, {
                        mode,
                        onSuccess: () => {
                            onClose();
                            onDone?.(navigate);
                        },
                    }),
                );
            }}
        >
            <Text size="sm" c="dimmed">
                {query.event === undefined
                    ? 'Restores the earlier state. This is a normal change and can be reverted.'
                    : 'Reverts the whole change. Later changes by others are kept.'}
            </Text>
            {preview.isPending && <Rows count={3} height={50} />}
            {preview.isError && (
                <Alert color="brass" icon={<IconInfoCircle size={16} />} role="alert">
                    {messageOf(preview.error)}
                </Alert>
            )}
            {data && (
                <>
                    {approvalFlow.notice}
                    <Steps steps={data.steps} />
                    <RehearsalResult project={query.project} result={preview} onPopulation={setPopulation} />
                    {data.notes.map((note) => (
                        <Text key={note} size="sm">
                            {note}
                        </Text>
                    ))}
                    {approvalFlow.fields}
                </>
            )}
        </FormDialog>
    );
}

/** The maximum number of steps shown. */
const MAX_SHOWN = 6;

function Steps({ steps }: { steps: readonly { says: string }[] }) {
    return (
        <ul className={classes['steps']} aria-label="Steps">
            {steps.slice(0, MAX_SHOWN).map(({ says }, index) => (
                // Steps may have the same text, and their order is fixed.
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                <li key={index}>{says}</li>
            ))}
            {steps.length > MAX_SHOWN && <li>and {steps.length - MAX_SHOWN} more steps</li>}
        </ul>
    );
}
