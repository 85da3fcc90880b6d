import { Button, CloseButton, Menu, Text, TextInput } from '@mantine/core';
import { IconArchive, IconClockPause, IconPower, IconTag } from '@tabler/icons-react';
import { useState } from 'react';
import { Allowed, AllowedItem } from '../../components/Allowed.tsx';
import { Confirm } from '../../components/Confirm.tsx';
import classes from './BulkBar.module.css';
import { useBulk } from './flag.queries.ts';

interface Props {
    projectId: string;
    names: string[];
    environments: string[];
    onDone: () => void;
}

export function BulkBar({ projectId, names, environments, onDone }: Props) {
    const { archive, stale, toggle, tag } = useBulk(projectId);
    const [value, setValue] = useState('');
    const options = { onSuccess: onDone };
    return (
        <section className={classes['bar']} aria-label="Selected flags">
            <Text size="sm" fw={500}>
                {names.length} selected
            </Text>
            <Menu>
                <Menu.Target>
                    <Button size="xs" variant="default" leftSection={<IconPower size={14} />}>
                        Turn on or off
                    </Button>
                </Menu.Target>
                <Menu.Dropdown>
                    {environments.map((environment) => (
                        <div key={environment}>
                            <Menu.Label>{environment}</Menu.Label>
                            {[true, false].map((enabled) => (
                                <AllowedItem
                                    key={String(enabled)}
                                    to="UPDATE_FEATURE_ENVIRONMENT"
                                    project={projectId}
                                    environment={environment}
                                    onClick={() => toggle.mutate({ features: names, environment, enabled }, options)}
                                >
                                    {enabled ? 'On' : 'Off'}
                                </AllowedItem>
                            ))}
                        </div>
                    ))}
                </Menu.Dropdown>
            </Menu>
            <Menu>
                <Menu.Target>
                    <div>
                        <Allowed to="UPDATE_FEATURE" project={projectId}>
                            <Button size="xs" variant="default" leftSection={<IconTag size={14} />}>
                                Tag
                            </Button>
                        </Allowed>
                    </div>
                </Menu.Target>
                <Menu.Dropdown p={8}>
                    <form
                        onSubmit={(event) => {
                            event.preventDefault();
                            tag.mutate({ features: names, value }, options);
                        }}
                    >
                        <TextInput
                            size="xs"
                            aria-label="Tag"
                            placeholder="Tag, then Enter"
                            value={value}
                            onChange={(event) => setValue(event.currentTarget.value)}
                            data-autofocus
                        />
                    </form>
                </Menu.Dropdown>
            </Menu>
            <Allowed to="UPDATE_FEATURE" project={projectId}>
                <Button
                    size="xs"
                    variant="default"
                    leftSection={<IconClockPause size={14} />}
                    onClick={() => stale.mutate({ features: names, stale: true }, options)}
                >
                    Mark stale
                </Button>
            </Allowed>
            <Confirm
                title={names.length === 1 ? `Archive ${names[0]}?` : `Archive ${names.length} flags?`}
                verb="Archive"
                action={() => archive.mutateAsync(names, options)}
                trigger={
                    <Allowed to="DELETE_FEATURE" project={projectId}>
                        <Button size="xs" variant="default" leftSection={<IconArchive size={14} />}>
                            Archive
                        </Button>
                    </Allowed>
                }
            >
                SDKs stop receiving archived flags, and code that asks for them gets the default. They can be brought
                back from the archive.
            </Confirm>
            <CloseButton aria-label="Select none" onClick={onDone} />
        </section>
    );
}
