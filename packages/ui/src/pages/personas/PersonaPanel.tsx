import { Button, Text } from '@mantine/core';
import { IconMasksTheater } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Panel } from '../../components/layout/Panel.tsx';
import { Catalogue, NameCell } from '../../components/lists/Catalogue.tsx';
import { flatContext } from '../context-fields/context.ts';
import { PersonaDialog } from './PersonaDialog.tsx';
import { type Persona, useDeletePersona, usePersonas } from './persona.queries.ts';

/** The named contexts of a project, for the playground, previews and reviews. */
export function PersonaPanel({ projectId }: { projectId: string }) {
    const remove = useDeletePersona(projectId);
    return (
        <Catalogue
            noun="persona"
            label="Personas"
            query={usePersonas(projectId)}
            rowKey={({ id }) => id}
            nameOf={({ name }) => `persona ${name}`}
            empty={{
                title: 'No personas yet',
                icon: <IconMasksTheater size={22} />,
                about: 'Save users you evaluate often, such as “premium customer in Norway”. Reviews then show how a change affects them.',
            }}
            columns={[
                {
                    title: 'Name',
                    isMain: true,
                    width: '38%',
                    sort: ({ name }) => name,
                    cell: ({ name, description }) => (
                        <NameCell about={description}>
                            <b>{name}</b>
                        </NameCell>
                    ),
                },
                { title: 'Context', cell: ({ context }) => <ContextText context={context} /> },
            ]}
            project={projectId}
            create="UPDATE_FEATURE"
            createProps={{ size: 'xs' }}
            edit="UPDATE_FEATURE"
            remove={{
                needs: 'UPDATE_FEATURE',
                action: (persona) => remove.mutateAsync(persona),
                warning: 'The persona can no longer be used. Flags are not affected.',
            }}
            controls={(persona) => <EvaluateAsButton persona={persona} projectId={projectId} />}
            actionsWidth={150}
            dialog={(persona, onClose) => (
                <PersonaDialog projectId={projectId} persona={persona ?? {}} onClose={onClose} />
            )}
        >
            {(table, create) => (
                <Panel
                    title="Personas"
                    about="Named example users for the playground, previews and reviews"
                    actions={create}
                    flush
                >
                    {table}
                </Panel>
            )}
        </Catalogue>
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
