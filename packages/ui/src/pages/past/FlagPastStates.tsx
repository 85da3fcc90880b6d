import { Button, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconHistory } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { ScheduledChanges } from '../change-requests/lists/ScheduledChanges.tsx';
import type { FlagAt } from '../flags/flag-requests.ts';
import { RevertButton } from '../revert/RevertButton.tsx';
import classes from './FlagPastStates.module.css';
import { formatMoment } from './moment-text.ts';
import { PastFlag } from './PastFlag.tsx';
import { Timeline } from './Timeline.tsx';

/** The timeline of a flag, and its state at the selected moment. */
export function FlagPastStates({ at, asOf }: { at: FlagAt; asOf: string | undefined }) {
    const navigate = useNavigate();
    // While dragging over many moments, only the last one is loaded.
    const [debounced] = useDebouncedValue(asOf, 120);
    const flagPage = { to: '/projects/$projectId/features/$featureName', params: at, resetScroll: false } as const;
    const go = (moment: string | undefined) =>
        void navigate({
            ...flagPage,
            search: { tab: 'history', asOf: moment },
            // Back leads to the current state, not through every visited moment.
            replace: asOf !== undefined,
        });
    const showCurrentState = (by = navigate) => void by({ ...flagPage, search: {} });
    return (
        <>
            <Timeline at={at} asOf={asOf} onChange={go} />
            <ScheduledChanges at={at} />
            {asOf !== undefined && (
                <>
                    <div className={classes['banner']} role="status">
                        <IconHistory size={18} aria-hidden="true" />
                        <Text size="sm">
                            As of <b>{formatMoment(asOf)}</b>. Read-only view of a past state.
                        </Text>
                        <div className={classes['actions']}>
                            <Button
                                variant="default"
                                size="xs"
                                renderRoot={(props) => (
                                    <Link {...props} to="/compare" search={{ project: at.projectId, from: asOf }} />
                                )}
                            >
                                Compare with now
                            </Button>
                            <RevertButton
                                query={{ project: at.projectId, feature: at.featureName, to: asOf }}
                                title={`Restore ${at.featureName} to ${formatMoment(asOf)}?`}
                                successMessage={`${at.featureName} restored`}
                                onDone={showCurrentState}
                            >
                                Restore this version
                            </RevertButton>
                            <Button size="xs" onClick={() => showCurrentState()}>
                                Back to now
                            </Button>
                        </div>
                    </div>
                    <PastFlag at={at} asOf={debounced ?? asOf} />
                </>
            )}
        </>
    );
}
