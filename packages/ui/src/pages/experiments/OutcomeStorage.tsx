import { Button, MultiSelect, NumberInput, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { PermissionControl } from '../../components/access/PermissionControl.tsx';
import { FormDialog } from '../../components/forms/FormDialog.tsx';
import { useForm } from '../../components/forms/use-form.ts';
import { Panel } from '../../components/layout/Panel.tsx';
import { listed } from '../../components/text/listed.ts';
import { count } from '../../components/text/numbers.ts';
import { useUsableContextFields } from '../context-fields/context-field.queries.ts';
import { useOutcomeSettings, useSaveOutcomeSettings } from './experiment.queries.ts';

const NEEDS = ['UPDATE_PROJECT', 'PROJECT_SETTINGS_WRITE'] as const;

/** Which outcomes a project stores with their users: what experiments on past data, planning and segments need. */
export function OutcomeStorage({ projectId }: { projectId: string }) {
    const settings = useOutcomeSettings(projectId);
    const [isEditing, editing] = useDisclosure();
    if (!settings.data) return null;
    const { keepOutcomesDays, contextFields } = settings.data;
    return (
        <Panel
            title="Stored outcomes"
            about="Needed for experiments that start in the past, for planning, and for segments."
            actions={
                <PermissionControl to={NEEDS} project={projectId}>
                    <Button variant="default" size="xs" onClick={editing.open}>
                        Change
                    </Button>
                </PermissionControl>
            }
        >
            <Text size="sm">
                {keepOutcomesDays === 0
                    ? 'Outcomes are only counted. Users and times are not stored.'
                    : `Outcomes are stored for ${count(keepOutcomesDays, 'day')}, with users as keyed hashes${
                          contextFields.length > 0 ? ` and ${listed(contextFields)}, encrypted` : ''
                      }.`}
            </Text>
            {isEditing && (
                <StorageDialog
                    projectId={projectId}
                    saved={{ keepOutcomesDays, contextFields }}
                    onClose={editing.close}
                />
            )}
        </Panel>
    );
}

interface DialogProps {
    projectId: string;
    saved: { keepOutcomesDays: number; contextFields: string[] };
    onClose: () => void;
}

function StorageDialog({ projectId, saved, onClose }: DialogProps) {
    const { data: fields = [] } = useUsableContextFields(projectId);
    const form = useForm({
        values: saved,
        change: useSaveOutcomeSettings(projectId),
        input: (values) => values,
        onSaved: onClose,
    });
    return (
        <FormDialog title="Stored outcomes" onClose={onClose} submit="Save" {...form.dialog}>
            <NumberInput
                label="Days to store outcomes with their users"
                description="0: outcomes are only counted. Users are stored as keyed hashes."
                min={0}
                max={400}
                allowDecimal={false}
                {...form.field('keepOutcomesDays')}
                onChange={(days) => form.edit('keepOutcomesDays', Number(days) || 0)}
            />
            <MultiSelect
                label="Context fields to store with them"
                description="Encrypted. Results can be split by these fields."
                data={[...new Set([...fields.map(({ name }) => name), ...saved.contextFields])]}
                searchable
                maxValues={20}
                {...form.field('contextFields')}
            />
        </FormDialog>
    );
}
