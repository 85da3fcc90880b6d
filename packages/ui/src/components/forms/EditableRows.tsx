import { ActionIcon, Button, Group } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface Props<Row> {
    rows: readonly Row[];
    onChange: (rows: Row[]) => void;
    /** A new row. */
    blank: Row;
    add: string;
    /** The label of the button that removes a row. */
    remove: (number: number) => string;
    children: (row: Row, change: (members: Partial<Row>) => void, number: number) => ReactNode;
}

/** A list of rows that are edited in place. */
export function EditableRows<Row extends object>({ rows, onChange, blank, add, remove, children }: Props<Row>) {
    return (
        <>
            {rows.map((row, index) => (
                // Rows have no identity but their position.
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                <Group key={index} gap={6} wrap="nowrap">
                    {children(row, (members) => onChange(rows.with(index, { ...row, ...members })), index + 1)}
                    <ActionIcon aria-label={remove(index + 1)} onClick={() => onChange(rows.toSpliced(index, 1))}>
                        <IconTrash size={15} />
                    </ActionIcon>
                </Group>
            ))}
            <div>
                <Button
                    size="xs"
                    variant="default"
                    leftSection={<IconPlus size={14} />}
                    onClick={() => onChange([...rows, blank])}
                >
                    {add}
                </Button>
            </div>
        </>
    );
}
