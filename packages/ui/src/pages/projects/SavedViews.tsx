import { ActionIcon, Button, Group, Menu, Text, TextInput, Tooltip } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconBookmark, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { FlagFilter } from '../flags/flag-filter.ts';
import classes from './ProjectFlags.module.css';

interface SavedView {
    name: string;
    filter: FlagFilter;
}

interface Props {
    projectId: string;
    filter: FlagFilter;
    onApply: (filter: FlagFilter) => void;
}

/** Filters that someone comes back to, kept in this browser. */
export function SavedViews({ projectId, filter, onApply }: Props) {
    const [views, setViews] = useLocalStorage<SavedView[]>({ key: `halyard.views.${projectId}`, defaultValue: [] });
    const [name, setName] = useState('');
    const save = () => {
        const { tab: _tab, panel: _panel, strategy: _strategy, ...rest } = filter;
        setViews((before) => [...before.filter((view) => view.name !== name), { name, filter: rest }]);
        setName('');
    };
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
                        <Menu.Item onClick={() => onApply(view.filter)}>{view.name}</Menu.Item>
                        <Menu.Item
                            w="auto"
                            aria-label={`Forget ${view.name}`}
                            onClick={() => setViews((before) => before.filter((each) => each.name !== view.name))}
                        >
                            <IconTrash size={13} />
                        </Menu.Item>
                    </Group>
                ))}
                <form
                    className={classes['save']}
                    onSubmit={(event) => {
                        event.preventDefault();
                        if (name.trim()) save();
                    }}
                >
                    <TextInput
                        size="xs"
                        placeholder="Save this view as…"
                        aria-label="Name of the view"
                        value={name}
                        onChange={(event) => setName(event.currentTarget.value)}
                    />
                    <Button size="xs" type="submit" flex="none" disabled={!name.trim()}>
                        Save
                    </Button>
                </form>
            </Menu.Dropdown>
        </Menu>
    );
}
