import { useState } from 'react';
import type { Segment } from '../../api/types.ts';
import { Page } from '../../components/Page.tsx';
import { SegmentDialog } from './SegmentDialog.tsx';
import { NewSegmentButton, SegmentTable } from './SegmentTable.tsx';

export function SegmentsPage() {
    const [edited, setEdited] = useState<Segment | 'new'>();
    return (
        <Page
            title="Segments"
            about="Groups of users, described once by constraints and used by the strategies of many flags."
            actions={<NewSegmentButton onClick={() => setEdited('new')} />}
        >
            <SegmentTable onEdit={setEdited} />
            {edited && (
                <SegmentDialog
                    segment={edited === 'new' ? undefined : edited}
                    projectId={undefined}
                    onClose={() => setEdited(undefined)}
                />
            )}
        </Page>
    );
}
