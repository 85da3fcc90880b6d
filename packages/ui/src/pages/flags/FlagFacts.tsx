import { ActionIcon, Anchor, Button, Group, Menu, Pill, Select, Text, TextInput, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCheck, IconLink, IconPlus, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Flag } from '../../api/types.ts';
import { FormDialog } from '../../components/FormDialog.tsx';
import { useMay } from '../../components/may.ts';
import { When } from '../../components/time.tsx';
import classes from './FlagFacts.module.css';
import type { FlagAt } from './flag.queries.ts';
import { useFlagExtras, usePossibleParents, useTagTypes } from './flag-extras.queries.ts';

interface Props {
    at: FlagAt;
    flag: Flag;
}

/** What a flag is, apart from what it does. */
export function FlagFacts({ at, flag }: Props) {
    return (
        <aside className={classes['facts']} aria-label="About this flag">
            <Lifecycle at={at} flag={flag} />
            <Tags at={at} flag={flag} />
            <Dependencies at={at} flag={flag} />
            <Links at={at} flag={flag} />
            <Block title="Created">
                <Text size="sm" component="div">
                    <When at={flag.createdAt} /> by {flag.createdBy.name}
                </Text>
            </Block>
        </aside>
    );
}

function Block({ title, add, children }: { title: string; add?: ReactNode; children: ReactNode }) {
    return (
        <section className={classes['block']}>
            <h3>
                {title}
                {add}
            </h3>
            {children}
        </section>
    );
}

function AddButton({ label, onClick, disabled }: { label: string; onClick: () => void; disabled: boolean }) {
    return (
        <Tooltip label={disabled ? 'You do not have the permission for this.' : label}>
            <ActionIcon size="xs" aria-label={label} onClick={onClick} disabled={disabled}>
                <IconPlus size={14} />
            </ActionIcon>
        </Tooltip>
    );
}

const STAGES = [
    { stage: 'initial', label: 'Defined', about: 'Created; no application asks for it yet' },
    { stage: 'pre-live', label: 'In development', about: 'Applications ask for it, not yet in production' },
    { stage: 'live', label: 'In production', about: 'Applications ask for it in production, where it is on' },
    { stage: 'completed', label: 'Completed', about: 'Decided; clean it up in the code' },
] as const;

function Lifecycle({ at, flag }: Props) {
    const { complete, uncomplete } = useFlagExtras(at);
    const may = useMay();
    const current = STAGES.findIndex(({ stage }) => stage === flag.lifecycle?.stage);
    const isCompleted = flag.lifecycle?.stage === 'completed';
    return (
        <Block title="Lifecycle">
            <ol className={classes['stages']}>
                {STAGES.map(({ stage, label, about }, index) => (
                    <Tooltip key={stage} label={about} position="left">
                        <li data-state={flag.archived || index < current ? 'past' : index === current ? 'now' : 'next'}>
                            <span className={classes['dot']}>
                                {index < current && <IconCheck size={9} stroke={3} />}
                            </span>
                            {label}
                            {index === current && flag.lifecycle && (
                                <When at={flag.lifecycle.enteredStageAt} size="xs" c="dimmed" ml="auto" />
                            )}
                        </li>
                    </Tooltip>
                ))}
            </ol>
            {!flag.archived &&
                may('UPDATE_FEATURE', { project: at.projectId }) &&
                (isCompleted ? (
                    <Button size="compact-xs" variant="default" onClick={() => uncomplete.mutate()}>
                        Take back completion
                    </Button>
                ) : (
                    <Menu position="bottom-start">
                        <Menu.Target>
                            <Button size="compact-xs" variant="default">
                                Complete…
                            </Button>
                        </Menu.Target>
                        <Menu.Dropdown>
                            <Menu.Item onClick={() => complete.mutate('kept')}>The feature stays</Menu.Item>
                            <Menu.Item onClick={() => complete.mutate('discarded')}>The feature is discarded</Menu.Item>
                        </Menu.Dropdown>
                    </Menu>
                ))}
        </Block>
    );
}

function Tags({ at, flag }: Props) {
    const { tag, untag } = useFlagExtras(at);
    const { data: types = [] } = useTagTypes();
    const [opened, dialog] = useDisclosure();
    const [type, setType] = useState('simple');
    const [value, setValue] = useState('');
    const mayUpdate = useMay()('UPDATE_FEATURE', { project: at.projectId });
    return (
        <Block title="Tags" add={<AddButton label="Add a tag" onClick={dialog.open} disabled={!mayUpdate} />}>
            {flag.tags.length === 0 ? (
                <Text size="sm" c="dimmed">
                    None
                </Text>
            ) : (
                <Group gap={5}>
                    {flag.tags.map((each) => (
                        <Pill
                            key={`${each.type}:${each.value}`}
                            withRemoveButton={mayUpdate}
                            onRemove={() => untag.mutate(each)}
                            removeButtonProps={{
                                'aria-label': `Remove tag ${each.value}`,
                                'aria-hidden': false,
                                tabIndex: 0,
                            }}
                        >
                            {each.type === 'simple' ? each.value : `${each.type}:${each.value}`}
                        </Pill>
                    ))}
                </Group>
            )}
            <FormDialog
                title="Add a tag"
                opened={opened}
                onClose={dialog.close}
                submit="Add tag"
                isBusy={tag.isPending}
                error={tag.error}
                isDisabled={value.trim().length < 2}
                onSubmit={() =>
                    tag.mutate(
                        { type, value },
                        {
                            onSuccess: () => {
                                setValue('');
                                dialog.close();
                            },
                        },
                    )
                }
            >
                <Select
                    label="Type"
                    data={types.map(({ name }) => name)}
                    value={type}
                    onChange={(next) => next && setType(next)}
                />
                <TextInput
                    label="Value"
                    description="2 to 50 characters"
                    value={value}
                    onChange={(event) => setValue(event.currentTarget.value)}
                    data-autofocus
                />
            </FormDialog>
        </Block>
    );
}

function Dependencies({ at, flag }: Props) {
    const { depend, undepend } = useFlagExtras(at);
    const [opened, dialog] = useDisclosure();
    const parents = usePossibleParents(at, opened);
    const [feature, setFeature] = useState<string | null>(null);
    const [wanted, setWanted] = useState('on');
    const mayUpdate = useMay()('UPDATE_FEATURE_DEPENDENCY', { project: at.projectId });
    return (
        <Block
            title="Depends on"
            add={<AddButton label="Add a dependency" onClick={dialog.open} disabled={!mayUpdate} />}
        >
            {flag.dependencies.length === 0 && flag.children.length === 0 && (
                <Text size="sm" c="dimmed">
                    Nothing
                </Text>
            )}
            {flag.dependencies.map((dependency) => (
                <div key={dependency.feature} className={classes['row']}>
                    <span>
                        <FlagLink at={at} name={dependency.feature} /> {dependency.enabled ? 'on' : 'off'}
                        {dependency.variants &&
                            dependency.variants.length > 0 &&
                            ` (${dependency.variants.join(', ')})`}
                    </span>
                    {mayUpdate && (
                        <ActionIcon
                            size="xs"
                            aria-label={`Remove the dependency on ${dependency.feature}`}
                            onClick={() => undepend.mutate(dependency.feature)}
                        >
                            <IconX size={13} />
                        </ActionIcon>
                    )}
                </div>
            ))}
            {flag.children.length > 0 && (
                <Text size="xs" c="dimmed" component="div" mt={6}>
                    Needed by{' '}
                    {flag.children.map((name, index) => (
                        <span key={name}>
                            {index > 0 && ', '}
                            <FlagLink at={at} name={name} />
                        </span>
                    ))}
                </Text>
            )}
            <FormDialog
                title="Add a dependency"
                opened={opened}
                onClose={dialog.close}
                submit="Add dependency"
                isBusy={depend.isPending}
                error={depend.error}
                isDisabled={!feature}
                onSubmit={() =>
                    feature && depend.mutate({ feature, enabled: wanted === 'on' }, { onSuccess: dialog.close })
                }
            >
                <Text size="sm" c="dimmed">
                    {at.featureName} is on only where its parent is as you say here, for the same user.
                </Text>
                <Select
                    label="Parent flag"
                    searchable
                    data={parents.data ?? []}
                    value={feature}
                    onChange={setFeature}
                    nothingFoundMessage="No flag of this project can be a parent"
                />
                <Select
                    label="The parent must be"
                    data={[
                        { value: 'on', label: 'on' },
                        { value: 'off', label: 'off' },
                    ]}
                    value={wanted}
                    onChange={(value) => value && setWanted(value)}
                />
            </FormDialog>
        </Block>
    );
}

const FlagLink = ({ at, name }: { at: FlagAt; name: string }) => (
    <Link
        to="/projects/$projectId/features/$featureName"
        params={{ projectId: at.projectId, featureName: name }}
        className={classes['link']}
    >
        {name}
    </Link>
);

function Links({ at, flag }: Props) {
    const { link, unlink } = useFlagExtras(at);
    const [opened, dialog] = useDisclosure();
    const [url, setUrl] = useState('');
    const [title, setTitle] = useState('');
    const mayUpdate = useMay()('UPDATE_FEATURE', { project: at.projectId });
    return (
        <Block title="Links" add={<AddButton label="Add a link" onClick={dialog.open} disabled={!mayUpdate} />}>
            {flag.links.length === 0 && (
                <Text size="sm" c="dimmed">
                    None
                </Text>
            )}
            {flag.links.map((each) => (
                <div key={each.id} className={classes['row']}>
                    <Anchor href={each.url} target="_blank" rel="noreferrer noopener" size="sm" truncate>
                        <IconLink size={12} /> {each.title || each.url}
                    </Anchor>
                    {mayUpdate && (
                        <ActionIcon
                            size="xs"
                            aria-label={`Remove the link ${each.title || each.url}`}
                            onClick={() => unlink.mutate(each.id)}
                        >
                            <IconX size={13} />
                        </ActionIcon>
                    )}
                </div>
            ))}
            <FormDialog
                title="Add a link"
                opened={opened}
                onClose={dialog.close}
                submit="Add link"
                isBusy={link.isPending}
                error={link.error}
                isDisabled={!url}
                onSubmit={() => link.mutate({ url, title: title || null }, { onSuccess: dialog.close })}
            >
                <TextInput
                    label="Address"
                    placeholder="https://…"
                    value={url}
                    onChange={(event) => setUrl(event.currentTarget.value)}
                    data-autofocus
                />
                <TextInput
                    label="Title"
                    placeholder="The ticket"
                    value={title}
                    onChange={(event) => setTitle(event.currentTarget.value)}
                />
            </FormDialog>
        </Block>
    );
}
