import { useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { lazyComponent } from '../../../components/layout/lazy.tsx';
import { TRAY_EVENT } from '../../../components/links/open-tray.ts';

// Loaded separately, because most visits do not need it.
const TrayDrawer = lazyComponent(() => import('./TrayDrawer.tsx'), 'TrayDrawer');

/** The user's draft, available on every page. */
export function DraftTray() {
    const [isOpen, setIsOpen] = useState(false);
    const [isNeeded, setIsNeeded] = useState(false);
    const path = useRouterState({ select: (state) => state.location.pathname });
    useEffect(() => {
        const open = () => {
            setIsNeeded(true);
            setIsOpen(true);
        };
        window.addEventListener(TRAY_EVENT, open);
        return () => window.removeEventListener(TRAY_EVENT, open);
    }, []);
    // biome-ignore lint/correctness/useExhaustiveDependencies: closes whenever the screen changes
    useEffect(() => setIsOpen(false), [path]);
    return (
        isNeeded && (
            <Suspense>
                <TrayDrawer isOpen={isOpen} onClose={() => setIsOpen(false)} />
            </Suspense>
        )
    );
}
