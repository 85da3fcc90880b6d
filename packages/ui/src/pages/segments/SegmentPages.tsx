import { Anchor, Button, Group, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPencil, IconPlus, IconTargetArrow } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import type { Segment } from '../../api/types.ts';
import { PermissionControl } from '../../components/access/PermissionControl.tsx';
import { Page } from '../../components/layout/Page.tsx';
import { Panel } from '../../components/layout/Panel.tsx';
import { Empty, QueryContent, Rows } from '../../components/layout/States.tsx';
import rowLink from '../../components/lists/RowLink.module.css';
import { Table } from '../../components/lists/Table.tsx';
import { strategyName } from '../strategies/names.ts';
import { ofProject, SegmentConstraints, SegmentDialog, Segments } from './Segments.tsx';
import { useSegments, useSegmentUses } from './segment.queries.ts';
import { UseInFlagsDialog } from './UseInFlagsDialog.tsx';

const route = getRouteApi('/app/segments/$segmentId');

export function SegmentsPage() {
    return (
        <Segments>
            {(table, create) => (
                <Page
                    title="Segments"
                    about="Groups of users, described once by constraints and used by the strategies of many flags."
                    docs="concepts/segments"
                    actions={create}
                >
                    {table}
                </Page>
            )}
        </Segments>
    );
}

/** A segment: who belongs to it, and the flags that use it. */
export function SegmentPage() {
    const { segmentId } = route.useParams();
    const segments = useSegments();
    const segment = segments.data?.find(({ id }) => String(id) === segmentId);
    const [isEdited, edit] = useDisclosure();
    const [isUsed, use] = useDisclosure();
    return (
        <Page
            title={segment?.name ?? 'Segment'}
            trail={[
                <Link key="segments" to="/segments">
                    Segments
                </Link>,
            ]}
            about={segment?.description || undefined}
            actions={
                segment && (
                    <>
                        <PermissionControl
                            to={['UPDATE_SEGMENT', ...ofProject(segment)]}
                            project={segment.project ?? undefined}
                        >
                            <Button variant="default" leftSection={<IconPencil size={15} />} onClick={edit.open}>
                                Edit
                            </Button>
                        </PermissionControl>
                        <Button leftSection={<IconPlus size={15} />} onClick={use.open}>
                            Use in flags
                        </Button>
                    </>
                )
            }
        >
            <QueryContent query={segments}>
                {() =>
                    segment ? (
                        <Stack gap="md">
                            <Panel
                                title="Who belongs to it"
                                about={
                                    segment.project
                                        ? `For flags of the project ${segment.project}`
                                        : 'For flags of all projects'
                                }
                            >
                                <SegmentConstraints constraints={segment.constraints} />
                            </Panel>
                            <Panel title="Used in" flush>
                                <SegmentUses segment={segment} />
                            </Panel>
                        </Stack>
                    ) : (
                        <Empty title="Segment not found" icon={<IconTargetArrow size={22} />}>
                            It was deleted, or it belongs to a project that you cannot see.
                        </Empty>
                    )
                }
            </QueryContent>
            {segment && (
                <Suspense fallback={null}>
                    {isEdited && <SegmentDialog segment={segment} projectId={undefined} onClose={edit.close} />}
                    {isUsed && <UseInFlagsDialog segment={segment} onClose={use.close} />}
                </Suspense>
            )}
        </Page>
    );
}

function SegmentUses({ segment }: { segment: Segment }) {
    const uses = useSegmentUses(segment.id);
    return (
        <QueryContent query={uses} skeleton={<Rows count={2} />}>
            {(list) =>
                list.length === 0 ? (
                    <Empty title="Not used yet" icon={<IconTargetArrow size={22} />}>
                        Add it to the strategies of flags with “Use in flags”.
                    </Empty>
                ) : (
                    <Table
                        label="Strategies"
                        rows={[...Map.groupBy(list, ({ featureName }) => featureName).values()].map((uses) => ({
                            ...uses[0]!,
                            uses,
                        }))}
                        rowKey={({ featureName }) => featureName}
                        columns={[
                            {
                                title: 'Flag',
                                isMain: true,
                                sort: ({ featureName }) => featureName,
                                cell: ({ projectId, featureName }) => (
                                    <Link
                                        to="/projects/$projectId/features/$featureName"
                                        params={{ projectId, featureName }}
                                        className={rowLink['link']}
                                    >
                                        {featureName}
                                    </Link>
                                ),
                            },
                            {
                                title: 'Strategies',
                                cell: ({ uses }) => (
                                    <Group gap="4px 14px">
                                        {uses.map(({ id, projectId, featureName, environment, strategyName: name }) => (
                                            <Anchor
                                                key={id}
                                                fz="inherit"
                                                title={strategyName(name) ?? name}
                                                renderRoot={(props) => (
                                                    <Link
                                                        to="/projects/$projectId/features/$featureName"
                                                        params={{ projectId, featureName }}
                                                        search={{ environment, strategy: id }}
                                                        {...props}
                                                    />
                                                )}
                                            >
                                                {environment}
                                            </Anchor>
                                        ))}
                                    </Group>
                                ),
                            },
                            {
                                title: 'Project',
                                sort: ({ projectId }) => projectId,
                                cell: ({ projectId }) => projectId,
                            },
                        ]}
                    />
                )
            }
        </QueryContent>
    );
}
