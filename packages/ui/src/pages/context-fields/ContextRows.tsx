import { ActionIcon, Autocomplete, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useContextFields } from './context-field.queries.ts';

/** A field of a context that is being edited. */
export type ContextRow = [name: string, value: string];

interface Props {
    label: string;
    hint: string;
    rows: readonly ContextRow[];
    onChange: (rows: ContextRow[]) => void;
    /** The format of a value. */
    example: (field: string) => string;
}

export const rowsOf = (context: Record<string, string>): ContextRow[] => Object.entries(context);

/** Converts rows to a context without incomplete rows. */
export const contextOf = (rows: readonly ContextRow[]): Record<string, string> =>
    Object.fromEntries(rows.filter(([name, value]) => name && value));

/** An editor for a context: fields and their values. */
export function ContextRows({ label, hint, rows, onChange, example }: Props) {
    const { data: known = [] } = useContextFields();
    /** The row that was just added, and gets the focus. */
    const [added, setAdded] = useState<number>();
    return (
        <div>
            <Text size="sm" fw={500}>
                {label}
            </Text>
            <Text size="xs" c="dimmed" mb={6}>
                {hint}
            </Text>
            <Stack gap={6}>
                {rows.map(([name, value], index) => (
                    // Rows are edited in place and removed by index.
                    // biome-ignore lint/suspicious/noArrayIndexKey: see above
                    <Group key={index} gap={6} wrap="nowrap">
                        <Autocomplete
                            aria-label={`Context field ${index + 1}`}
                            w={108}
                            placeholder="field"
                            autoFocus={index === added}
                            data={known.map((field) => field.name)}
                            value={name}
                            onChange={(next) => onChange(rows.with(index, [next, value]))}
                        />
                        <TextInput
                            aria-label={`Value of ${name || 'the field'}`}
                            flex={1}
                            placeholder={example(name)}
                            title={value}
                            value={value}
                            onChange={(event) => onChange(rows.with(index, [name, event.currentTarget.value]))}
                        />
                        <ActionIcon
                            aria-label={`Remove ${name || 'the field'}`}
                            onClick={() => onChange(rows.toSpliced(index, 1))}
                        >
                            <IconTrash size={15} />
                        </ActionIcon>
                    </Group>
                ))}
            </Stack>
            <Button
                size="compact-xs"
                variant="subtle"
                mt={6}
                leftSection={<IconPlus size={13} />}
                onClick={() => {
                    setAdded(rows.length);
                    onChange([...rows, ['', '']]);
                }}
            >
                Add a field
            </Button>
        </div>
    );
}
