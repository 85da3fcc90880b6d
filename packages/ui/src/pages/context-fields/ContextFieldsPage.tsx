import { Page } from '../../components/layout/Page.tsx';
import { ContextFields } from './ContextFields.tsx';

export function ContextFieldsPage() {
    return (
        <ContextFields>
            {(table, create) => (
                <Page
                    title="Context fields"
                    about="The evaluation context that applications send. Constraints match these fields, and rollouts can use them for stickiness."
                    actions={create}
                >
                    {table}
                </Page>
            )}
        </ContextFields>
    );
}
