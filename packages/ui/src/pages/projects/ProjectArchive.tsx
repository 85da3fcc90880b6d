import { Button, Group } from '@mantine/core';
import { IconArchive, IconArrowBackUp } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Allowed } from '../../components/Allowed.tsx';
import { RowActions } from '../../components/RowActions.tsx';
import { Empty, Loaded } from '../../components/States.tsx';
import { Table } from '../../components/Table.tsx';
import { When } from '../../components/time.tsx';
import { FlagTypeMark } from '../flags/FlagTypeMark.tsx';
import { useBulk } from '../flags/flag.queries.ts';
import { useFlagSearch } from '../search/search.queries.ts';

export function ProjectArchive({ projectId }: { projectId: string }) {
    const flags = useFlagSearch({ project: projectId, archived: true }, 0, { limit: 1000 });
    const { revive, remove } = useBulk(projectId);
    return (
        <Loaded query={flags}>
            {({ features }) =>
                features.length === 0 ? (
                    <Empty title="The archive is empty" icon={<IconArchive size={22} />}>
                        Flags that are no longer needed are archived: SDKs stop receiving them, and they can be brought
                        back.
                    </Empty>
                ) : (
                    <Table
                        label="Archived flags"
                        rows={features}
                        rowKey={({ name }) => name}
                        find={({ name, description }) => `${name} ${description ?? ''}`}
                        columns={[
                            {
                                title: 'Flag',
                                isMain: true,
                                sort: ({ name }) => name,
                                cell: ({ name }) => (
                                    <Link
                                        to="/projects/$projectId/features/$featureName"
                                        params={{ projectId, featureName: name }}
                                        style={{ color: 'inherit', fontWeight: 550 }}
                                    >
                                        {name}
                                    </Link>
                                ),
                            },
                            { title: 'Type', width: 140, cell: ({ type }) => <FlagTypeMark type={type} withName /> },
                            {
                                title: 'Archived',
                                width: 130,
                                sort: ({ archivedAt }) => archivedAt ?? '',
                                cell: ({ archivedAt }) => <When at={archivedAt} c="dimmed" />,
                            },
                            {
                                title: 'Actions',
                                isHiddenTitle: true,
                                width: 180,
                                cell: ({ name }) => (
                                    <Group gap={4} justify="flex-end" wrap="nowrap">
                                        <Allowed to="UPDATE_FEATURE" project={projectId}>
                                            <Button
                                                size="compact-xs"
                                                variant="default"
                                                leftSection={<IconArrowBackUp size={13} />}
                                                onClick={() => revive.mutate([name])}
                                            >
                                                Bring back
                                            </Button>
                                        </Allowed>
                                        <RowActions
                                            name={name}
                                            remove={{
                                                needs: 'DELETE_FEATURE',
                                                action: () => remove.mutateAsync([name]),
                                                typed: name,
                                                warning:
                                                    'It is gone for good, with its strategies and tags. Its history stays in the event log.',
                                            }}
                                        />
                                    </Group>
                                ),
                            },
                        ]}
                    />
                )
            }
        </Loaded>
    );
}
