import { Button, Popover, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { count } from '../text/numbers.ts';
import classes from './UseCount.module.css';

interface Use {
    id: string;
    projectId: string;
    featureName: string;
    environment: string;
}

/** The number of flags that use an object, with the list on request. */
export function UseCount({ count: uses, list, onOpen }: { count: number; list: ReactNode; onOpen: () => void }) {
    if (uses === 0) {
        return (
            <Text size="sm" c="dimmed" component="span">
                unused
            </Text>
        );
    }
    return (
        <Popover position="bottom-start" shadow="md" onOpen={onOpen} withinPortal>
            <Popover.Target>
                <Button variant="subtle" size="compact-xs" mx={-8}>
                    {count(uses, 'flag')}
                </Button>
            </Popover.Target>
            <Popover.Dropdown p={8}>{list}</Popover.Dropdown>
        </Popover>
    );
}

UseCount.List = function UseList({ uses }: { uses: readonly Use[] }) {
    return (
        <ul className={classes['list']}>
            {uses.map(({ id, projectId, featureName, environment }) => (
                <li key={id}>
                    <Link
                        to="/projects/$projectId/features/$featureName"
                        params={{ projectId, featureName }}
                        search={{ environment, strategy: id }}
                    >
                        {featureName}
                    </Link>{' '}
                    in {environment}
                </li>
            ))}
            {uses.length === 0 && <li>Only through segments</li>}
        </ul>
    );
};
