import { Badge, Button, Switch, Text } from '@mantine/core';
import { IconGripVertical, IconLock, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { Environment } from '../../api/types.ts';
import { useMay } from '../../components/access/may.ts';
import { PermissionControl } from '../../components/access/PermissionControl.tsx';
import { Page } from '../../components/layout/Page.tsx';
import { EnvironmentMark } from '../../components/layout/SignalFlag.tsx';
import { QueryContent } from '../../components/layout/States.tsx';
import { RowActions } from '../../components/lists/RowActions.tsx';
import { type Sortable, SortableList } from '../../components/lists/SortableList.tsx';
import { useReview } from '../strategies/Review.tsx';
import { EnvironmentDialog } from './EnvironmentDialog.tsx';
import classes from './Environments.module.css';
import {
    deleteEnvironment,
    useDeleteEnvironment,
    useEnableEnvironment,
    useEnvironments,
    useOrderEnvironments,
} from './environment.queries.ts';

export function EnvironmentsPage() {
    const environments = useEnvironments();
    const order = useOrderEnvironments();
    const [edited, setEdited] = useState<Environment | 'new'>();
    const isAdmin = useMay()('ADMIN');
    return (
        <Page
            title="Environments"
            about="The stages your software runs in. Every flag has its own switch and strategies in each. Drag to set the order in which they appear everywhere."
            actions={
                <PermissionControl to="ADMIN">
                    <Button leftSection={<IconPlus size={15} />} onClick={() => setEdited('new')}>
                        New environment
                    </Button>
                </PermissionControl>
            }
        >
            <QueryContent query={environments}>
                {(list) => (
                    <SortableList
                        className={classes['list']}
                        ids={list.map(({ name }) => name)}
                        onOrder={(names) => order.mutate(names)}
                        isDisabled={!isAdmin}
                    >
                        {(id, sortable) => {
                            const environment = list.find(({ name }) => name === id);
                            return (
                                environment && (
                                    <EnvironmentRow
                                        environment={environment}
                                        sortable={sortable}
                                        onEdit={() => setEdited(environment)}
                                    />
                                )
                            );
                        }}
                    </SortableList>
                )}
            </QueryContent>
            {edited && (
                <EnvironmentDialog
                    environment={edited === 'new' ? undefined : edited}
                    onClose={() => setEdited(undefined)}
                />
            )}
        </Page>
    );
}

interface RowProps {
    environment: Environment;
    sortable: Sortable;
    onEdit: () => void;
}

function EnvironmentRow({ environment, sortable, onEdit }: RowProps) {
    const {
        name,
        type,
        enabled,
        protected: isProtected,
        projectCount,
        apiTokenCount,
        enabledToggleCount,
    } = environment;
    const isAdmin = useMay()('ADMIN');
    const enable = useEnableEnvironment();
    const remove = useDeleteEnvironment();
    // An environment belongs to no project, so the review shows the effect in every project.
    const { openReview, dialog } = useReview('');
    return (
        <li className={classes['row']} {...sortable.item}>
            {isAdmin && (
                <button
                    type="button"
                    className={classes['grip']}
                    aria-label={`Drag ${name} to reorder`}
                    {...sortable.grip}
                >
                    <IconGripVertical size={15} />
                </button>
            )}
            <EnvironmentMark type={type} width={20} />
            <div className={classes['name']}>
                <b>{name}</b>
                <Text size="xs" c="dimmed">
                    {type}
                </Text>
            </div>
            {isProtected && (
                <Badge color="gray" size="sm" leftSection={<IconLock size={10} />}>
                    protected
                </Badge>
            )}
            <dl className={classes['counts']}>
                <Count label="projects" value={projectCount} />
                <Count label="flags on" value={enabledToggleCount} />
                <Count label="tokens" value={apiTokenCount} />
            </dl>
            <PermissionControl to="ADMIN">
                <Switch
                    size="sm"
                    label="In new projects"
                    aria-label={`Offer ${name} to new projects`}
                    checked={enabled}
                    onChange={(event) => enable.mutate({ name, enabled: event.currentTarget.checked })}
                />
            </PermissionControl>
            <RowActions
                name={name}
                edit={{ needs: 'ADMIN', action: onEdit }}
                locked={isProtected ? 'Protected: remove the protection first.' : undefined}
                remove={{
                    needs: 'ADMIN',
                    confirm: () =>
                        openReview({
                            title: `Delete ${name}?`,
                            about: 'The switches, strategies and variants of all flags in this environment are deleted, and its tokens with them. This cannot be undone.',
                            verb: 'Delete environment',
                            isDangerous: true,
                            typed: name,
                            trial: {
                                project: '',
                                request: (client) => deleteEnvironment(client, name),
                                key: ['environment', name],
                            },
                            target: { project: '', environment: [] },
                            run: (mode) => remove.mutateAsync(name, { mode }),
                        }),
                }}
            />
            {dialog}
        </li>
    );
}

const Count = ({ label, value }: { label: string; value: number | null | undefined }) => (
    <div>
        <dt>{label}</dt>
        <dd>{value ?? 0}</dd>
    </div>
);
