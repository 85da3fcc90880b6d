import { Badge, Button, Group, Switch } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { StrategyType } from '../../api/types.ts';
import { PermissionControl } from '../../components/access/PermissionControl.tsx';
import { QueryContent } from '../../components/layout/States.tsx';
import { RowActions } from '../../components/lists/RowActions.tsx';
import { Table } from '../../components/lists/Table.tsx';
import { strategyName } from '../strategies/names.ts';
import { useStrategyTypes } from '../strategies/strategy.queries.ts';
import { StrategyTypeDialog } from './StrategyTypeDialog.tsx';
import { TypeSection } from './TypeSection.tsx';
import { useDeleteStrategyType, useDeprecateStrategyType } from './type.queries.ts';

export function StrategyTypes() {
    const types = useStrategyTypes();
    const remove = useDeleteStrategyType();
    const deprecate = useDeprecateStrategyType();
    const [edited, setEdited] = useState<StrategyType | 'new'>();
    return (
        <TypeSection
            title="Strategy types"
            about="Gradual rollout with constraints covers nearly every case. Custom types work only in applications whose SDK implements them."
            action={
                <PermissionControl to="CREATE_STRATEGY">
                    <Button variant="default" leftSection={<IconPlus size={15} />} onClick={() => setEdited('new')}>
                        New strategy type
                    </Button>
                </PermissionControl>
            }
        >
            <QueryContent query={types}>
                {(list) => (
                    <Table
                        label="Strategy types"
                        rows={list}
                        rowKey={({ name }) => name}
                        columns={[
                            {
                                title: 'Name',
                                isMain: true,
                                width: 230,
                                cell: ({ name, title, editable }) => (
                                    <Group gap={8}>
                                        <b>{strategyName(name) ?? title ?? name}</b>
                                        {!editable && (
                                            <Badge size="xs" color="gray">
                                                built in
                                            </Badge>
                                        )}
                                    </Group>
                                ),
                            },
                            { title: 'Description', cell: ({ description }) => description },
                            {
                                title: 'Available',
                                width: 90,
                                cell: ({ name, deprecated }) => (
                                    <PermissionControl to="UPDATE_STRATEGY">
                                        <Switch
                                            size="xs"
                                            aria-label={`Offer ${name} for new strategies`}
                                            checked={!deprecated}
                                            onChange={(event) =>
                                                deprecate.mutate({
                                                    strategyName: name,
                                                    isDeprecated: !event.currentTarget.checked,
                                                })
                                            }
                                        />
                                    </PermissionControl>
                                ),
                            },
                        ]}
                        actions={(type) =>
                            type.editable ? (
                                <RowActions
                                    name={`strategy type ${type.name}`}
                                    edit={{ needs: 'UPDATE_STRATEGY', action: () => setEdited(type) }}
                                    remove={{
                                        needs: 'DELETE_STRATEGY',
                                        action: () => remove.mutateAsync(type.name),
                                        warning: 'Strategies of this type no longer match anyone.',
                                    }}
                                />
                            ) : null
                        }
                        actionsWidth={80}
                    />
                )}
            </QueryContent>
            {edited && (
                <StrategyTypeDialog type={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
            )}
        </TypeSection>
    );
}
