import { Drawer } from '@mantine/core';
import { IconGitPullRequestDraft } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { TRAY_EVENT } from '../../components/open-tray.ts';
import { Empty, Rows } from '../../components/States.tsx';
import classes from './Tray.module.css';
import { useDrafts } from './TrayButton.tsx';

const DraftInTray = lazy(() => import('./DraftInTray.tsx').then((module) => ({ default: module.DraftInTray })));

/** What one has put together to propose, wherever one is: it opens when asked for, and goes with the page. */
export function Tray() {
    const [isOpen, setIsOpen] = useState(false);
    const path = useRouterState({ select: (state) => state.location.pathname });
    const drafts = useDrafts();
    useEffect(() => {
        const open = () => setIsOpen(true);
        window.addEventListener(TRAY_EVENT, open);
        return () => window.removeEventListener(TRAY_EVENT, open);
    }, []);
    // biome-ignore lint/correctness/useExhaustiveDependencies: closes whenever the screen changes
    useEffect(() => setIsOpen(false), [path]);
    return (
        <Drawer
            opened={isOpen}
            onClose={() => setIsOpen(false)}
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
                <Suspense fallback={<Rows count={4} />}>
                    <div className={classes['drafts']}>
                        {drafts.map(({ id, project }) => (
                            <DraftInTray key={id} at={{ projectId: project, id }} />
                        ))}
                    </div>
                </Suspense>
            )}
        </Drawer>
    );
}
