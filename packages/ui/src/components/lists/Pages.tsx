import { Group, Pagination, Text } from '@mantine/core';
import { useState } from 'react';
import { count } from '../text/numbers.ts';

/** The current page of a list. It returns to the first page when the list (`of`) changes. */
export function usePage(of: string): [page: number, turn: (page: number) => void] {
    const [current, setCurrent] = useState({ of, page: 0 });
    return [current.of === of ? current.page : 0, (page) => setCurrent({ of, page })];
}

interface Props {
    total: number;
    perPage: number;
    page: number;
    onPageChange: (page: number) => void;
}

/** The number of flags, with pagination. */
export function FlagPages({ total, perPage, page, onPageChange }: Props) {
    return (
        <Group justify="space-between" mt="md">
            <Text size="xs" c="dimmed">
                {count(total, 'flag')}
            </Text>
            {total > perPage && (
                <Pagination
                    size="sm"
                    total={Math.ceil(total / perPage)}
                    value={page + 1}
                    onChange={(next) => onPageChange(next - 1)}
                    getControlProps={(control) => ({ 'aria-label': `${control} page` })}
                />
            )}
        </Group>
    );
}
