import { ActionIcon, Badge, Indicator, UnstyledButton } from '@mantine/core';
import { IconGitPullRequestDraft } from '@tabler/icons-react';
import { openTray } from '../../../components/links/open-tray.ts';
import { count } from '../../../components/text/numbers.ts';
import { useChangeCount, useInbox } from '../request/change-request.queries.ts';
import classes from './DraftTray.module.css';

/** The unsent drafts of the signed-in user. */
export function useDrafts() {
    const { data } = useInbox();
    return (data?.mine ?? []).filter(({ state }) => state === 'Draft');
}

/** Opens the draft tray. Hidden while the user has no drafts. */
export function TrayButton({ isSmall = false }: { isSmall?: boolean }) {
    const drafts = useDrafts();
    const changes = useChangeCount(drafts);
    if (drafts.length === 0) return null;
    const label = `Your draft ${count(changes, 'change')}`;
    if (isSmall) {
        return (
            <Indicator label={changes} size={16} offset={5}>
                <ActionIcon size="lg" aria-label={label} onClick={openTray}>
                    <IconGitPullRequestDraft size={18} />
                </ActionIcon>
            </Indicator>
        );
    }
    return (
        <UnstyledButton className={classes['button']} onClick={openTray}>
            <IconGitPullRequestDraft size={16} stroke={1.7} aria-hidden="true" />
            <span>Your draft</span>
            <Badge size="sm" variant="filled" circle={changes < 10}>
                {changes}
            </Badge>
            <span className="visually-hidden">{changes === 1 ? 'change' : 'changes'}</span>
        </UnstyledButton>
    );
}
