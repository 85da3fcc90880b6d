import { Badge } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import type { ContextField } from '../../api/types.ts';
import { Catalogue, NameCell } from '../../components/lists/Catalogue.tsx';
import { UseCount, UseList } from '../../components/lists/UseCount.tsx';
import { ContextFieldDialog } from './ContextFieldDialog.tsx';
import { useContextFields, useContextFieldUses, useDeleteContextField } from './context-field.queries.ts';

interface Props {
    /** Only the fields of this project. */
    projectId?: string;
    children: ComponentProps<typeof Catalogue<ContextField>>['children'];
}

export function ContextFields({ projectId, children }: Props) {
    const remove = useDeleteContextField();
    return (
        <Catalogue
            noun="context field"
            label="Context fields"
            query={useContextFields(projectId)}
            rowKey={({ name }) => name}
            nameOf={({ name }) => `context field ${name}`}
            find={({ name, description }) => `${name} ${description ?? ''}`}
            empty={{
                title: projectId ? 'No context fields of its own' : 'No context fields yet',
                icon: <IconListDetails size={22} />,
                about: 'Define the fields that applications send and their legal values; constraints then offer them.',
            }}
            columns={[
                {
                    title: 'Name',
                    isMain: true,
                    sort: ({ name }) => name,
                    cell: ({ name, description, stickiness }) => (
                        <NameCell
                            about={description}
                            badge={
                                stickiness && (
                                    <Badge size="xs" color="tide">
                                        sticky
                                    </Badge>
                                )
                            }
                        >
                            <b>{name}</b>
                        </NameCell>
                    ),
                },
                {
                    title: 'Legal values',
                    cell: ({ legalValues }) => legalValues.map(({ value }) => value).join(', ') || 'any',
                },
                ...(projectId
                    ? []
                    : [{ title: 'Project', width: 120, cell: ({ project }: ContextField) => project ?? 'all' }]),
                {
                    title: 'Used in',
                    width: 110,
                    sort: ({ usedInFeatures }) => usedInFeatures ?? 0,
                    cell: ({ name, usedInFeatures }) => (
                        <UseCount count={usedInFeatures ?? 0} list={<FieldUses name={name} />} />
                    ),
                },
            ]}
            project={projectId}
            projectOf={({ project }) => project ?? undefined}
            create={projectId ? ['CREATE_CONTEXT_FIELD', 'UPDATE_PROJECT_CONTEXT'] : 'CREATE_CONTEXT_FIELD'}
            edit={(field) => ['UPDATE_CONTEXT_FIELD', ...ofProject(field)]}
            remove={{
                needs: (field) => ['DELETE_CONTEXT_FIELD', ...ofProject(field)],
                action: (field) => remove.mutateAsync(field),
                warning: 'Applications can still send it, but constraints no longer offer it.',
                locked: ({ usedInFeatures }) =>
                    usedInFeatures ? 'Used by strategies: remove it from them first.' : undefined,
            }}
            dialog={(field, onClose) => <ContextFieldDialog field={field} projectId={projectId} onClose={onClose} />}
        >
            {children}
        </Catalogue>
    );
}

const ofProject = ({ project }: ContextField) => (project ? (['UPDATE_PROJECT_CONTEXT'] as const) : []);

const FieldUses = ({ name }: { name: string }) => <UseList query={useContextFieldUses(name)} />;
