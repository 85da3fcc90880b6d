import { ActionIcon, Burger } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { IconSearch, IconTool } from '@tabler/icons-react';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { useLive } from '../api/live.ts';
import { refresher } from '../api/query-client.ts';
import { isSecondFactorMissing, whenProofNeeded } from '../api/second-factor.ts';
import { Logo } from '../components/layout/Logo.tsx';
import { lazyComponent } from '../components/layout/lazy.tsx';
import { ErrorState, Rows } from '../components/layout/States.tsx';
import { navigateRows } from '../components/lists/row-keys.ts';
import { DraftTray } from '../pages/change-requests/draft/DraftTray.tsx';
import { TrayButton } from '../pages/change-requests/draft/TrayButton.tsx';
import { isSignedOut, useSession, useUiConfig } from '../pages/session/session.queries.ts';
import { ConnectionBanner } from './ConnectionBanner.tsx';
import { followEarlyKeys, openPalette, PALETTE_EVENT, PALETTE_WORDS, takeEarlyKeys } from './open-palette.ts';
import { Progress } from './Progress.tsx';
import { Brand, Rail } from './Rail.tsx';
import { rememberVisit } from './recents.ts';
import classes from './Shell.module.css';
import { GLOBAL_SHORTCUTS, SHORTCUTS_EVENT } from './show-shortcuts.ts';

const SignIn = lazyComponent(() => import('../pages/session/SignInPage.tsx'), 'SignInPage');
const SignInAgain = lazyComponent(() => import('../pages/session/SignInPage.tsx'), 'SignInAgain');
const Enrolment = lazyComponent(() => import('../pages/second-factor/EnrolmentPage.tsx'), 'EnrolmentPage');
const ProofDialog = lazyComponent(() => import('../pages/second-factor/ProofDialog.tsx'), 'ProofDialog');
const Shortcuts = lazyComponent(() => import('./Shortcuts.tsx'), 'Shortcuts');
// Needed only on small screens.
const NavigationDrawer = lazyComponent(() => import('./NavigationDrawer.tsx'), 'NavigationDrawer');
const Palette = lazyComponent(
    () =>
        import('./Palette.tsx').catch((error: unknown) => {
            // Key presses belong to the page again.
            takeEarlyKeys();
            throw error;
        }),
    'Palette',
);

/** The layout of all pages that require a session: navigation and page content. */
export function Shell() {
    const session = useSession();
    const [isEnrolling, setIsEnrolling] = useState(false);
    // The page stays after the second factor is added, because it shows the recovery codes.
    if (!isEnrolling && isSecondFactorMissing(session.error)) setIsEnrolling(true);
    if (isEnrolling) {
        return (
            <Suspense fallback={null}>
                <Enrolment onDone={() => setIsEnrolling(false)} />
            </Suspense>
        );
    }
    if (session.data === null) {
        return (
            <Suspense fallback={null}>
                <SignIn />
            </Suspense>
        );
    }
    if (session.data === undefined) {
        return session.isError ? (
            <main className={classes['alone']}>
                <ErrorState error={session.error} retry={() => void session.refetch()} />
            </main>
        ) : (
            <main className={classes['splash']} aria-busy="true" aria-label="Loading">
                <Logo size={44} />
            </main>
        );
    }
    return (
        <>
            <SignedIn />
            {isSignedOut(session.error) && (
                <Suspense fallback={null}>
                    <SignInAgain />
                </Suspense>
            )}
        </>
    );
}

function SignedIn() {
    useLive(refresher);
    const [isMenuOpen, menu] = useDisclosure();
    const [isMenuNeeded, setIsMenuNeeded] = useState(false);
    const path = useRouterState({ select: (state) => state.location.pathname });
    // biome-ignore lint/correctness/useExhaustiveDependencies: closes whenever the screen changes
    useEffect(() => menu.close(), [path]);
    const { data: session } = useSession();
    const userId = session?.user.id;
    useEffect(() => {
        if (userId !== undefined) rememberVisit(userId, path);
    }, [userId, path]);
    useEffect(() => {
        window.addEventListener('keydown', navigateRows);
        return () => window.removeEventListener('keydown', navigateRows);
    }, []);
    return (
        <div className={classes['shell']}>
            <Progress />
            {/* biome-ignore lint/a11y/useValidAnchor: it is a link, but the fragment would be relative to the base address */}
            <a
                href="#main"
                className={classes['skip']}
                onClick={(event) => {
                    event.preventDefault();
                    document.getElementById('main')?.focus();
                }}
            >
                Skip to the content
            </a>
            <nav className={classes['bar']} aria-label="Top">
                <Burger
                    opened={isMenuOpen}
                    onClick={() => {
                        setIsMenuNeeded(true);
                        menu.open();
                    }}
                    size="sm"
                    aria-label="Open the navigation"
                />
                <Brand />
                <div className={classes['barEnd']}>
                    <TrayButton isSmall />
                    <ActionIcon size="lg" onClick={openPalette} aria-label="Search">
                        <IconSearch size={18} />
                    </ActionIcon>
                </div>
            </nav>
            <aside className={classes['rail']}>
                <Rail />
            </aside>
            {isMenuNeeded && (
                <Suspense>
                    <NavigationDrawer opened={isMenuOpen} onClose={menu.close} title={<Brand />}>
                        <Rail isInDrawer />
                    </NavigationDrawer>
                </Suspense>
            )}
            <main id="main" className={classes['main']} tabIndex={-1}>
                <ConnectionBanner />
                <Announcements />
                <Suspense fallback={<PageFallback />}>
                    <Outlet />
                </Suspense>
            </main>
            <PaletteOnDemand />
            <ShortcutsOnDemand />
            <DraftTray />
            <ProofOnDemand />
        </div>
    );
}

/** The palette, loaded on first use. */
function PaletteOnDemand() {
    const [isNeeded, setIsNeeded] = useState(false);
    useEffect(() => {
        const want = () => setIsNeeded(true);
        window.addEventListener(PALETTE_EVENT, want);
        return () => window.removeEventListener(PALETTE_EVENT, want);
    }, []);
    useHotkeys([[GLOBAL_SHORTCUTS.palette.keys, openPalette]], []);
    if (!isNeeded) return null;
    return (
        <Suspense fallback={<PaletteFallback />}>
            <Palette />
        </Suspense>
    );
}

/** A placeholder that opens at once while the palette loads. Text typed meanwhile is preserved. */
function PaletteFallback() {
    const [text, setText] = useState('');
    useEffect(() => followEarlyKeys(setText), []);
    return (
        <div className={classes['palette']} role="status" aria-label="The palette is loading">
            <IconSearch size={18} />
            {text || <span>{PALETTE_WORDS}</span>}
        </div>
    );
}

/** The list of all shortcuts, loaded on first use. */
function ShortcutsOnDemand() {
    const [isShown, shown] = useDisclosure();
    useEffect(() => {
        window.addEventListener(SHORTCUTS_EVENT, shown.open);
        return () => window.removeEventListener(SHORTCUTS_EVENT, shown.open);
    }, [shown.open]);
    useHotkeys([[GLOBAL_SHORTCUTS.help.keys, shown.open]]);
    if (!isShown) return null;
    return (
        <Suspense fallback={null}>
            <Shortcuts onClose={shown.close} />
        </Suspense>
    );
}

function PageFallback() {
    return (
        <div className={classes['fallback']}>
            <Rows count={8} />
        </div>
    );
}

/** Asks for the second factor when a change needs a fresh one. */
function ProofOnDemand() {
    const [answer, setAnswer] = useState<(isProved: boolean) => void>();
    useEffect(
        () =>
            whenProofNeeded(
                () =>
                    new Promise((resolve) => {
                        setAnswer(() => (isProved: boolean) => {
                            setAnswer(undefined);
                            resolve(isProved);
                        });
                    }),
            ),
        [],
    );
    if (!answer) return null;
    return (
        <Suspense fallback={null}>
            <ProofDialog onAnswer={answer} />
        </Suspense>
    );
}

function Announcements() {
    const { data } = useUiConfig();
    if (!data?.maintenanceMode) return null;
    return (
        <div className={classes['announcement']} role="status">
            <IconTool size={16} />
            Maintenance mode is on: changes are disabled. SDKs are not affected.
        </div>
    );
}
