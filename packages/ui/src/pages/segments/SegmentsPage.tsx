import { Suspense, useState } from 'react';
import type { Segment } from '../../api/types.ts';
import { lazyComponent } from '../../components/layout/lazy.tsx';
import { Page } from '../../components/layout/Page.tsx';
import { NewSegmentButton, SegmentTable } from './SegmentTable.tsx';

// Loaded separately, because the dialog includes the engine, which validates constraints.
const SegmentDialog = lazyComponent(() => import('./SegmentDialog.tsx'), 'SegmentDialog');

export function SegmentsPage() {
    const [edited, setEdited] = useState<Segment | 'new'>();
    return (
        <Page
            title="Segments"
            about="Groups of users, described once by constraints and used by the strategies of many flags."
            docs="concepts/segments"
            actions={<NewSegmentButton onClick={() => setEdited('new')} />}
        >
            <SegmentTable onEdit={setEdited} />
            {edited && (
                <Suspense fallback={null}>
                    <SegmentDialog
                        segment={edited === 'new' ? undefined : edited}
                        projectId={undefined}
                        onClose={() => setEdited(undefined)}
                    />
                </Suspense>
            )}
        </Page>
    );
}
