import { Button, Popover, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { QueryContent, Rows } from '../layout/States.tsx';
import { count } from '../text/numbers.ts';
import classes from './UseCount.module.css';

interface Use {
    id: string;
    projectId: string;
    featureName: string;
    environment: string;
}

/** The number of flags that use an object. The list is loaded when it is opened. */
export function UseCount({ count: uses, list }: { count: number; list: ReactNode }) {
    if (uses === 0) {
        return (
            <Text size="sm" c="dimmed" component="span">
                unused
            </Text>
        );
    }
    return (
        <Popover position="bottom-start" shadow="md" withinPortal>
            <Popover.Target>
                <Button variant="subtle" size="compact-xs" mx={-8}>
                    {count(uses, 'flag')}
                </Button>
            </Popover.Target>
            <Popover.Dropdown p={8}>{list}</Popover.Dropdown>
        </Popover>
    );
}

/** The strategies that use an object. */
export function UseList({ query }: { query: UseQueryResult<Use[]> }) {
    return (
        <QueryContent query={query} skeleton={<Rows count={1} />}>
            {(uses) => (
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
            )}
        </QueryContent>
    );
}
