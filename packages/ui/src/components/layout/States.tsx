import { Button, Group, Skeleton, Text, Title } from '@mantine/core';
import { IconAnchorOff, IconLock, IconRefresh } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ApiError, messageOf } from '../../api/client.ts';
import classes from './States.module.css';

interface EmptyProps {
    title: string;
    children?: ReactNode;
    icon?: ReactNode;
    action?: ReactNode;
}

/** The empty state of a list, with an explanation and an action. */
export function Empty({ title, children, icon, action }: EmptyProps) {
    return (
        <div className={classes['empty']}>
            {icon && <div className={classes['icon']}>{icon}</div>}
            <Title order={2} size="h3">
                {title}
            </Title>
            {children && (
                <Text c="dimmed" size="sm" maw={460}>
                    {children}
                </Text>
            )}
            {action && <Group mt="sm">{action}</Group>}
        </div>
    );
}

interface ErrorProps {
    error: unknown;
    retry?: () => void;
    /** Why something may not be found. */
    missing?: string | undefined;
}

const MISSING = 'It may have been renamed, archived or deleted.';

export function ErrorState({ error, retry, missing = MISSING }: ErrorProps) {
    const status = error instanceof ApiError ? error.status : 0;
    if (status === 403) {
        return (
            <Empty title="You do not have access to this page" icon={<IconLock size={22} />} action={<HomeButton />}>
                {messageOf(error)} An administrator can give you the permission.
            </Empty>
        );
    }
    if (status === 404) {
        return (
            <Empty title="Page not found" icon={<IconAnchorOff size={22} />} action={<HomeButton />}>
                {messageOf(error)} {missing}
            </Empty>
        );
    }
    return (
        <Empty
            title="This could not be loaded"
            icon={<IconAnchorOff size={22} />}
            action={
                retry && (
                    <Button variant="default" leftSection={<IconRefresh size={15} />} onClick={retry}>
                        Try again
                    </Button>
                )
            }
        >
            {messageOf(error)}
        </Empty>
    );
}

export function HomeButton() {
    return (
        <Button component={Link} to="/" variant="default">
            Go home
        </Button>
    );
}

/** A skeleton of a list that is being loaded. */
export function Rows({ count = 6, height = 44 }: { count?: number; height?: number }) {
    return (
        <div className={classes['rows']} aria-busy="true" aria-label="Loading" role="status">
            {Array.from({ length: count }, (_, index) => (
                // The rows have no identity and never move.
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                <div key={index} style={{ height }}>
                    <Skeleton height={10} width={`${18 + ((index * 7) % 14)}%`} radius="xl" />
                    <Skeleton height={10} width={`${6 + ((index * 5) % 6)}%`} radius="xl" />
                </div>
            ))}
        </div>
    );
}

function OutdatedNotice({ error, retry }: { error: unknown; retry: () => void }) {
    return (
        <div className={classes['notRefreshed']} role="status">
            <span>This could not be refreshed, and may be out of date. {messageOf(error)}</span>
            <Button size="compact-xs" variant="default" flex="none" onClick={retry}>
                Try again
            </Button>
        </div>
    );
}

interface QueryContentProps<T> {
    query: UseQueryResult<T>;
    skeleton?: ReactNode;
    /** Why it may not be found. */
    missing?: string;
    children: (data: T) => ReactNode;
}

/** The data of a query, its loading state or its error; earlier data stays visible after a failure. */
export function QueryContent<T>({ query, skeleton, missing, children }: QueryContentProps<T>) {
    const { data, isError, error } = query;
    const retry = () => void query.refetch();
    // Data that was deleted or is no longer accessible must not stay visible.
    const isInaccessible = error instanceof ApiError && (error.status === 403 || error.status === 404);
    if (isError && (data === undefined || isInaccessible)) {
        return <ErrorState error={error} retry={retry} missing={missing} />;
    }
    if (data === undefined) return skeleton ?? <Rows />;
    return (
        <>
            {isError && <OutdatedNotice error={error} retry={retry} />}
            {children(data)}
        </>
    );
}
