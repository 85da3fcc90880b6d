import { Drawer } from '@mantine/core';
import { IconGitPullRequestDraft } from '@tabler/icons-react';
import { Empty } from '../../components/States.tsx';
import { DraftInTray } from './DraftInTray.tsx';
import classes from './Tray.module.css';
import { useDrafts } from './TrayButton.tsx';

interface Props {
    isOpen: boolean;
    onClose: () => void;
}

export function TrayDrawer({ isOpen, onClose }: Props) {
    const drafts = useDrafts();
    return (
        <Drawer
            opened={isOpen}
            onClose={onClose}
            position="right"
            size={520}
            title="Your draft"
            closeButtonProps={{ 'aria-label': 'Close' }}
        >
            {drafts.length === 0 ? (
                <Empty title="Your draft is empty" icon={<IconGitPullRequestDraft size={22} />}>
                    Change something where others have to agree, and it waits here until you send it to review.
                </Empty>
            ) : (
                <div className={classes['drafts']}>
                    {drafts.map(({ id, project }) => (
                        <DraftInTray key={id} at={{ projectId: project, id }} />
                    ))}
                </div>
            )}
        </Drawer>
    );
}
