import { ActionIcon, Group, Menu, Text, TextInput, Tooltip } from '@mantine/core';
import { IconBookmark, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { SubmitButton } from '../../../components/SubmitButton.tsx';
import classes from './SavedViews.module.css';
import { useForgetView, useSaveView, useViews } from './views.queries.ts';

interface Props {
    /** The list of the views: `flags`, or `project.<id>`. */
    list: string;
    /** The current filter and sort order. */
    search: object;
    onApply: (search: Record<string, unknown>) => void;
}

/** Named filters and sort orders, stored per user; they can be shared by URL. */
export function SavedViews({ list, search, onApply }: Props) {
    const { data: views = [] } = useViews(list);
    const { mutate: save } = useSaveView();
    const { mutate: forget } = useForgetView();
    const [name, setName] = useState('');
    return (
        <Menu width={240} closeOnItemClick={false}>
            <Menu.Target>
                <Tooltip label="Saved views">
                    <ActionIcon size={32} variant="default" aria-label="Saved views">
                        <IconBookmark size={16} />
                    </ActionIcon>
                </Tooltip>
            </Menu.Target>
            <Menu.Dropdown>
                <Menu.Label>Saved views</Menu.Label>
                {views.length === 0 && (
                    <Text size="xs" c="dimmed" px={12} pb={8}>
                        Filter and sort the table, then save it under a name.
                    </Text>
                )}
                {views.map((view) => (
                    <Group key={view.name} gap={0} wrap="nowrap">
                        <Menu.Item closeMenuOnClick onClick={() => onApply(view.search)}>
                            {view.name}
                        </Menu.Item>
                        <Menu.Item
                            w="auto"
                            aria-label={`Delete ${view.name}`}
                            onClick={() => forget({ place: list, name: view.name })}
                        >
                            <IconTrash size={13} />
                        </Menu.Item>
                    </Group>
                ))}
                <form
                    className={classes['save']}
                    onSubmit={(event) => {
                        event.preventDefault();
                        if (!name.trim()) return;
                        save({ place: list, name: name.trim(), search: { ...search } });
                        setName('');
                    }}
                >
                    <TextInput
                        size="xs"
                        placeholder="Save this view as…"
                        maxLength={100}
                        aria-label="Name of the view"
                        value={name}
                        onChange={(event) => setName(event.currentTarget.value)}
                    />
                    <SubmitButton size="xs" flex="none" disabled={!name.trim()}>
                        Save
                    </SubmitButton>
                </form>
            </Menu.Dropdown>
        </Menu>
    );
}
