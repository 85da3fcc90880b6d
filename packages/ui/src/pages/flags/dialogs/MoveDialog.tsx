import { Select } from '@mantine/core';
import type { Flag } from '../../../api/types.ts';
import { useMay } from '../../../components/access/may.ts';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { useForm } from '../../../components/forms/use-form.ts';
import { useNavigateAfterSave } from '../../../components/forms/use-navigate-after-save.ts';
import { useApprovalFlow } from '../../change-requests/approvals/use-approval-flow.tsx';
import { WhatIf } from '../../effects/WhatIf.tsx';
import { useProjects } from '../../projects/project.queries.ts';
import { moveFlag, useMoveFlag } from '../flag.queries.ts';

/** Moves a flag to another project and shows the effect. */
export function MoveDialog({ flag, onClose }: { flag: Flag; onClose: () => void }) {
    const may = useMay();
    const begin = useNavigateAfterSave();
    const { data: projects = [] } = useProjects();
    const at = { projectId: flag.project, featureName: flag.name };
    const move = useMoveFlag(at);
    const approvalFlow = useApprovalFlow({ project: flag.project, isUnproposable: true });
    const choices = projects
        .filter(({ id }) => id !== flag.project && may('MOVE_FEATURE_TOGGLE', { project: id }))
        .map(({ id, name }) => ({ value: id, label: name }));
    const form = useForm({
        values: { to: '' },
        change: move,
        input: ({ to }) => {
            const navigate = begin();
            const params = { projectId: to, featureName: flag.name };
            return { to, follow: () => navigate({ to: '/projects/$projectId/features/$featureName', params }) };
        },
        sendBy: (send) => approvalFlow.make(send),
        onSaved: onClose,
    });
    const { to } = form.values;
    return (
        <FormDialog
            {...form.dialog}
            title={`Move ${flag.name} to another project`}
            size="lg"
            isSteady
            onClose={onClose}
            submit="Move flag"
            isDisabled={!to || !approvalFlow.isWhole}
        >
            <Select
                label="Project"
                description="Both projects need the same environments. SDKs with a token for only one of the projects gain or lose the flag; others are not affected."
                placeholder={choices.length > 0 ? 'Choose a project' : 'No other project you can move flags to'}
                searchable
                data-autofocus
                openOnFocus={false}
                data={choices}
                {...form.field('to')}
            />
            {to && (
                <>
                    {approvalFlow.notice}
                    <WhatIf
                        base={approvalFlow.base}
                        change={{
                            project: flag.project,
                            request: (client) => moveFlag(client, at, to),
                            key: ['move', at, to],
                        }}
                        isSending={move.isPending || move.isSuccess}
                    />
                    {approvalFlow.fields}
                </>
            )}
        </FormDialog>
    );
}
