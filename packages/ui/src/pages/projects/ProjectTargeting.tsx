import { Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import type { ContextField, Segment } from '../../api/types.ts';
import { lazyComponent } from '../../components/layout/lazy.tsx';
import { Panel } from '../../components/layout/Panel.tsx';
import { ContextFieldDialog } from '../context-fields/ContextFieldDialog.tsx';
import { ContextFieldTable, NewContextFieldButton } from '../context-fields/ContextFieldTable.tsx';
import { NewSegmentButton, SegmentTable } from '../segments/SegmentTable.tsx';

// Loaded separately, because the dialog includes the engine, which validates constraints.
const SegmentDialog = lazyComponent(() => import('../segments/SegmentDialog.tsx'), 'SegmentDialog');

/** The segments and context fields of this project. */
export function ProjectTargeting({ projectId }: { projectId: string }) {
    const [segment, setSegment] = useState<Segment | 'new'>();
    const [field, setField] = useState<ContextField | 'new'>();
    return (
        <Stack gap="md">
            <Panel
                title="Segments"
                about={
                    <>
                        For the flags of this project only; <Link to="/segments">those of all projects</Link> can be
                        used here, too.
                    </>
                }
                actions={<NewSegmentButton projectId={projectId} onClick={() => setSegment('new')} />}
                flush
            >
                <SegmentTable projectId={projectId} onEdit={setSegment} />
            </Panel>
            <Panel
                title="Context fields"
                about={
                    <>
                        For constraints of this project only, in addition to{' '}
                        <Link to="/context">those of all projects</Link>.
                    </>
                }
                actions={<NewContextFieldButton projectId={projectId} onClick={() => setField('new')} />}
                flush
            >
                <ContextFieldTable projectId={projectId} onEdit={setField} />
            </Panel>
            {segment && (
                <Suspense fallback={null}>
                    <SegmentDialog
                        segment={segment === 'new' ? undefined : segment}
                        projectId={projectId}
                        onClose={() => setSegment(undefined)}
                    />
                </Suspense>
            )}
            {field && (
                <ContextFieldDialog
                    field={field === 'new' ? undefined : field}
                    projectId={projectId}
                    onClose={() => setField(undefined)}
                />
            )}
        </Stack>
    );
}
