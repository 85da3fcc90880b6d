import { Drawer } from '@mantine/core';
import { IconGitPullRequestDraft } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { DiscardDialog } from '../../../components/forms/FormDialog.tsx';
import { useUnsaved } from '../../../components/forms/use-unsaved.ts';
import { Empty } from '../../../components/layout/States.tsx';
import { DraftInTray } from './DraftInTray.tsx';
import classes from './DraftTray.module.css';
import { useDrafts } from './TrayButton.tsx';

const NONE: ReadonlySet<number> = new Set();

interface Props {
    isOpen: boolean;
    onClose: () => void;
}

export function TrayDrawer({ isOpen, onClose }: Props) {
    const drafts = useDrafts();
    const [dirty, setDirty] = useState<ReadonlySet<number>>(NONE);
    const { close, leave, confirmation } = useUnsaved(isOpen && dirty.size > 0, onClose);
    const report = useCallback(
        (id: number, isDirty: boolean) =>
            setDirty((before) => {
                if (before.has(id) === isDirty) return before;
                return new Set(isDirty ? [...before, id] : [...before].filter((each) => each !== id));
            }),
        [],
    );
    return (
        <Drawer
            opened={isOpen}
            onClose={close}
            closeOnEscape={!confirmation}
            position="right"
            size={520}
            title="Your draft"
            closeButtonProps={{ 'aria-label': 'Close' }}
        >
            {drafts.length === 0 ? (
                <Empty title="Your draft is empty" icon={<IconGitPullRequestDraft size={22} />}>
                    Changes that need approval are collected here until you send them to review.
                </Empty>
            ) : (
                <div className={classes['drafts']}>
                    {drafts.map(({ id, project }) => (
                        <DraftInTray key={id} at={{ projectId: project, id }} onDirty={report} onSent={leave} />
                    ))}
                </div>
            )}
            {confirmation && <DiscardDialog onDiscard={confirmation.discard} onStay={confirmation.stay} />}
        </Drawer>
    );
}
