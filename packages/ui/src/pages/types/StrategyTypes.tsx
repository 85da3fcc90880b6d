import { Badge, Group, Switch } from '@mantine/core';
import { PermissionControl } from '../../components/access/PermissionControl.tsx';
import { Catalogue } from '../../components/lists/Catalogue.tsx';
import { strategyName } from '../strategies/names.ts';
import { useStrategyTypes } from '../strategies/strategy.queries.ts';
import { StrategyTypeDialog } from './StrategyTypeDialog.tsx';
import { TypeSection } from './TypeSection.tsx';
import { useDeleteStrategyType, useDeprecateStrategyType } from './type.queries.ts';

export function StrategyTypes() {
    const remove = useDeleteStrategyType();
    const deprecate = useDeprecateStrategyType();
    return (
        <Catalogue
            noun="strategy type"
            label="Strategy types"
            query={useStrategyTypes()}
            rowKey={({ name }) => name}
            nameOf={({ name }) => `strategy type ${name}`}
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
                    cell: ({ name: strategyName, deprecated }) => (
                        <PermissionControl to="UPDATE_STRATEGY">
                            <Switch
                                size="xs"
                                aria-label={`Offer ${strategyName} for new strategies`}
                                checked={!deprecated}
                                onChange={({ currentTarget: { checked } }) =>
                                    deprecate.mutate({ strategyName, isDeprecated: !checked })
                                }
                            />
                        </PermissionControl>
                    ),
                },
            ]}
            create="CREATE_STRATEGY"
            createProps={{ variant: 'default' }}
            isFixed={({ editable }) => !editable}
            edit="UPDATE_STRATEGY"
            remove={{
                needs: 'DELETE_STRATEGY',
                action: ({ name }) => remove.mutateAsync(name),
                warning: 'Strategies of this type no longer match anyone.',
            }}
            dialog={(type, onClose) => <StrategyTypeDialog type={type} onClose={onClose} />}
        >
            {(table, create) => (
                <TypeSection
                    title="Strategy types"
                    about="Gradual rollout with constraints covers nearly every case. Custom types work only in applications whose SDK implements them."
                    action={create}
                >
                    {table}
                </TypeSection>
            )}
        </Catalogue>
    );
}
