import { Select } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Flag } from '../../api/types.ts';
import { FormDialog } from '../../components/FormDialog.tsx';
import { useMay } from '../../components/may.ts';
import { useProjects } from '../projects/project.queries.ts';
import { useMoveFlag } from './flag.queries.ts';

/** Where a flag is to live from now on. */
export function MoveDialog({ flag, onClose }: { flag: Flag; onClose: () => void }) {
    const [to, setTo] = useState<string | null>(null);
    const may = useMay();
    const navigate = useNavigate();
    const { data: projects = [] } = useProjects();
    const move = useMoveFlag({ projectId: flag.project, featureName: flag.name });
    const choices = projects
        .filter(({ id }) => id !== flag.project && may('MOVE_FEATURE_TOGGLE', { project: id }))
        .map(({ id, name }) => ({ value: id, label: name }));
    const submit = () => {
        if (!to) return;
        move.mutate(to, {
            onSuccess: () => {
                onClose();
                void navigate({
                    to: '/projects/$projectId/features/$featureName',
                    params: { projectId: to, featureName: flag.name },
                });
            },
        });
    };
    return (
        <FormDialog
            title={`Move ${flag.name} to another project`}
            opened
            onClose={onClose}
            onSubmit={submit}
            submit="Move flag"
            isBusy={move.isPending}
            error={move.error}
            isDisabled={!to}
        >
            <Select
                label="Project"
                description="It needs the same environments. SDKs whose token is for one of the projects only see the flag come or go; all others notice nothing."
                placeholder={
                    choices.length > 0 ? 'Choose a project' : 'There is no other project you may move flags to'
                }
                searchable
                data-autofocus
                data={choices}
                value={to}
                onChange={setTo}
            />
        </FormDialog>
    );
}
