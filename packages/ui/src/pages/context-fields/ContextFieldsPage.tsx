import { useState } from 'react';
import type { ContextField } from '../../api/types.ts';
import { Page } from '../../components/layout/Page.tsx';
import { ContextFieldDialog } from './ContextFieldDialog.tsx';
import { ContextFieldTable, NewContextFieldButton } from './ContextFieldTable.tsx';

export function ContextFieldsPage() {
    const [edited, setEdited] = useState<ContextField | 'new'>();
    return (
        <Page
            title="Context fields"
            about="The evaluation context that applications send. Constraints match these fields, and rollouts can use them for stickiness."
            actions={<NewContextFieldButton onClick={() => setEdited('new')} />}
        >
            <ContextFieldTable onEdit={setEdited} />
            {edited && (
                <ContextFieldDialog
                    field={edited === 'new' ? undefined : edited}
                    projectId={undefined}
                    onClose={() => setEdited(undefined)}
                />
            )}
        </Page>
    );
}
