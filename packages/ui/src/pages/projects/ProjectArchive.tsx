import { Button, Group, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconArchive, IconArrowBackUp, IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { PermissionControl } from '../../components/access/PermissionControl.tsx';
import { Empty, QueryContent } from '../../components/layout/States.tsx';
import { FlagPages, usePage } from '../../components/lists/Pages.tsx';
import { RowActions } from '../../components/lists/RowActions.tsx';
import { Table } from '../../components/lists/Table.tsx';
import { RelativeTime } from '../../components/time/time.tsx';
import { useBulk } from '../flags/bulk.queries.ts';
import { deleting, reviving } from '../flags/dialogs/archiving.ts';
import { FlagTypeMark } from '../flags/table/FlagTypeMark.tsx';
import { FLAGS_PER_PAGE, useFlagSearch } from '../search/search.queries.ts';
import { useReview } from '../strategies/Review.tsx';

export function ProjectArchive({ projectId }: { projectId: string }) {
    const [text, setText] = useState('');
    const [query] = useDebouncedValue(text.trim(), 150);
    const [page, setPage] = usePage(`${projectId} ${query}`);
    const flags = useFlagSearch(
        { project: projectId, archived: true, query, sortBy: 'createdAt', sortOrder: 'desc' },
        page,
    );
    const { revive, remove, trialOf } = useBulk(projectId);
    const { openReview, dialog } = useReview(projectId);
    return (
        <QueryContent query={flags}>
            {({ features, total }) =>
                total === 0 && !query ? (
                    <Empty title="The archive is empty" icon={<IconArchive size={22} />}>
                        Flags that are no longer needed are archived: SDKs stop receiving them, and they can be
                        restored.
                    </Empty>
                ) : (
                    <>
                        <Table
                            label="Archived flags"
                            rows={features}
                            rowKey={({ name }) => name}
                            tools={
                                <TextInput
                                    aria-label="Search archived flags"
                                    placeholder="Search"
                                    leftSection={<IconSearch size={15} />}
                                    value={text}
                                    onChange={(event) => setText(event.currentTarget.value)}
                                    w={240}
                                />
                            }
                            columns={[
                                {
                                    title: 'Flag',
                                    isMain: true,
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
                                {
                                    title: 'Type',
                                    width: 140,
                                    cell: ({ type }) => <FlagTypeMark type={type} withName />,
                                },
                                {
                                    title: 'Archived',
                                    width: 130,
                                    cell: ({ archivedAt }) => <RelativeTime at={archivedAt} c="dimmed" />,
                                },
                            ]}
                            actions={({ name }) => (
                                <Group gap={4} justify="flex-end" wrap="nowrap">
                                    <PermissionControl to="UPDATE_FEATURE" project={projectId}>
                                        <Button
                                            size="compact-xs"
                                            variant="default"
                                            leftSection={<IconArrowBackUp size={13} />}
                                            onClick={() =>
                                                openReview({
                                                    ...reviving(projectId, [name], trialOf('revive', [name])),
                                                    run: (mode) => revive.mutateAsync([name], { mode }),
                                                })
                                            }
                                        >
                                            Restore
                                        </Button>
                                    </PermissionControl>
                                    <RowActions
                                        name={name}
                                        remove={{
                                            needs: 'DELETE_FEATURE',
                                            confirm: () =>
                                                openReview({
                                                    ...deleting(projectId, name, trialOf('delete', [name])),
                                                    run: (mode) => remove.mutateAsync([name], { mode }),
                                                }),
                                        }}
                                    />
                                </Group>
                            )}
                            actionsWidth={180}
                        />
                        <FlagPages total={total} perPage={FLAGS_PER_PAGE} page={page} onPageChange={setPage} />
                        {dialog}
                    </>
                )
            }
        </QueryContent>
    );
}
