import { useState } from 'react';
import type { Flag } from '../../../api/types.ts';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { NameInput } from '../../../components/forms/NameInput.tsx';
import { useNavigateAfterSave } from '../../../components/forms/use-navigate-after-save.ts';
import { useCloneFlag } from '../flag.queries.ts';

export function CloneDialog({ flag, onClose }: { flag: Flag; onClose: () => void }) {
    const [name, setName] = useState(`${flag.name}-copy`);
    const begin = useNavigateAfterSave();
    const clone = useCloneFlag({ projectId: flag.project, featureName: flag.name });
    const submit = () => {
        const goOn = begin();
        clone.mutate(name, {
            onSuccess: (copy) => {
                onClose();
                void goOn({
                    to: '/projects/$projectId/features/$featureName',
                    params: { projectId: flag.project, featureName: copy.name },
                });
            },
        });
    };
    return (
        <FormDialog
            title={`Clone ${flag.name}`}
            opened
            onClose={onClose}
            onSubmit={submit}
            submit="Clone flag"
            isBusy={clone.isPending}
            error={clone.error}
            isDisabled={!name}
        >
            <NameInput
                label="Name of the copy"
                description="Strategies, variants and dependencies are copied; the copy starts off everywhere."
                value={name}
                onChange={(event) => setName(event.currentTarget.value)}
                data-autofocus
                spellCheck={false}
            />
        </FormDialog>
    );
}
