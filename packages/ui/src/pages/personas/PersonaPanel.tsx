import { Button, Text } from '@mantine/core';
import { IconMasksTheater, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { PermissionControl } from '../../components/access/PermissionControl.tsx';
import { Panel } from '../../components/layout/Panel.tsx';
import { Empty, QueryContent, Rows } from '../../components/layout/States.tsx';
import { RowActions } from '../../components/lists/RowActions.tsx';
import { Table } from '../../components/lists/Table.tsx';
import { flatContext } from '../context-fields/context.ts';
import { PersonaDialog } from './PersonaDialog.tsx';
import { type Persona, useDeletePersona, usePersonas } from './persona.queries.ts';

/** The named contexts of a project, for the playground, previews and reviews. */
export function PersonaPanel({ projectId }: { projectId: string }) {
    const personas = usePersonas(projectId);
    const remove = useDeletePersona(projectId);
    const [edited, setEdited] = useState<Partial<Persona>>();
    return (
        <Panel
            title="Personas"
            about="Named example users for the playground, previews and reviews"
            actions={
                <PermissionControl to="UPDATE_FEATURE" project={projectId}>
                    <Button size="xs" leftSection={<IconPlus size={14} />} onClick={() => setEdited({})}>
                        New persona
                    </Button>
                </PermissionControl>
            }
            flush
        >
            <QueryContent query={personas} skeleton={<Rows count={2} />}>
                {(list) =>
                    list.length === 0 ? (
                        <Empty title="No personas yet" icon={<IconMasksTheater size={22} />}>
                            Save users you evaluate often, such as “premium customer in Norway”. Reviews then show how a
                            change affects them.
                        </Empty>
                    ) : (
                        <Table
                            label="Personas"
                            rows={list}
                            rowKey={({ id }) => id}
                            columns={[
                                {
                                    title: 'Name',
                                    isMain: true,
                                    width: '38%',
                                    sort: ({ name }) => name,
                                    cell: ({ name, description }) => (
                                        <div>
                                            <b>{name}</b>
                                            {description && (
                                                <Text size="xs" c="dimmed">
                                                    {description}
                                                </Text>
                                            )}
                                        </div>
                                    ),
                                },
                                { title: 'Context', cell: ({ context }) => <ContextText context={context} /> },
                            ]}
                            actions={(persona) => (
                                <RowActions
                                    name={`persona ${persona.name}`}
                                    project={projectId}
                                    edit={{ needs: 'UPDATE_FEATURE', action: () => setEdited(persona) }}
                                    remove={{
                                        needs: 'UPDATE_FEATURE',
                                        action: () => remove.mutateAsync(persona),
                                        warning: 'The persona can no longer be used. Flags are not affected.',
                                    }}
                                >
                                    <EvaluateAsButton persona={persona} projectId={projectId} />
                                </RowActions>
                            )}
                            actionsWidth={150}
                        />
                    )
                }
            </QueryContent>
            {edited && <PersonaDialog projectId={projectId} persona={edited} onClose={() => setEdited(undefined)} />}
        </Panel>
    );
}

function ContextText({ context }: { context: Persona['context'] }) {
    return (
        <Text size="xs" component="span" style={{ overflowWrap: 'anywhere' }}>
            {Object.entries(flatContext(context)).map(([name, value], index) => (
                <span key={name}>
                    {index > 0 && ', '}
                    {name} <code>{value}</code>
                </span>
            ))}
        </Text>
    );
}

function EvaluateAsButton({ persona, projectId }: { persona: Persona; projectId: string }) {
    return (
        <Button
            size="compact-xs"
            variant="subtle"
            renderRoot={(props) => (
                <Link
                    to="/playground"
                    search={{ projects: [projectId], context: flatContext(persona.context) }}
                    {...props}
                />
            )}
        >
            Evaluate as
        </Button>
    );
}
