import { Button, Menu, Tooltip } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { Flag } from '../../../api/types.ts';
import { PermissionControl } from '../../../components/access/PermissionControl.tsx';
import { RelativeTime } from '../../../components/time/time.tsx';
import { useFlagExtras } from '../flag-extras.queries.ts';
import type { FlagAt } from '../flag-requests.ts';
import { FactBlock } from './FactBlock.tsx';
import classes from './FlagFacts.module.css';
import { STAGES } from './stages.ts';

interface Props {
    at: FlagAt;
    flag: Flag;
}

export function FlagLifecycle({ at, flag }: Props) {
    const { complete, uncomplete } = useFlagExtras(at);
    const current = STAGES.findIndex(({ stage }) => stage === flag.lifecycle?.stage);
    const isCompleted = flag.lifecycle?.stage === 'completed';
    return (
        <FactBlock title="Lifecycle">
            <ol className={classes['stages']}>
                {STAGES.map(({ stage, label, about }, index) => (
                    <Tooltip key={stage} label={about} position="left">
                        <li data-state={flag.archived || index < current ? 'past' : index === current ? 'now' : 'next'}>
                            <span className={classes['dot']}>
                                {index < current && <IconCheck size={9} stroke={3} />}
                            </span>
                            {label}
                            {index === current && flag.lifecycle && (
                                <RelativeTime at={flag.lifecycle.enteredStageAt} size="xs" c="dimmed" ml="auto" />
                            )}
                        </li>
                    </Tooltip>
                ))}
            </ol>
            {!flag.archived && (
                <PermissionControl to="UPDATE_FEATURE" project={at.projectId}>
                    {isCompleted ? (
                        <Button size="compact-xs" variant="default" onClick={() => uncomplete.mutate(undefined)}>
                            Reopen
                        </Button>
                    ) : (
                        <CompleteButton onComplete={(status) => complete.mutate(status)} />
                    )}
                </PermissionControl>
            )}
        </FactBlock>
    );
}

interface CompleteProps {
    disabled?: boolean;
    onComplete: (status: 'kept' | 'discarded') => void;
}

function CompleteButton({ disabled = false, onComplete }: CompleteProps) {
    return (
        <Menu position="bottom-start" disabled={disabled}>
            <Menu.Target>
                <Button size="compact-xs" variant="default" disabled={disabled}>
                    Complete…
                </Button>
            </Menu.Target>
            <Menu.Dropdown>
                <Menu.Item onClick={() => onComplete('kept')}>Keep the feature</Menu.Item>
                <Menu.Item onClick={() => onComplete('discarded')}>Drop the feature</Menu.Item>
            </Menu.Dropdown>
        </Menu>
    );
}
