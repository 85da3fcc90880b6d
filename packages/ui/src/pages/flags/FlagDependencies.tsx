import { ActionIcon, MultiSelect, Select, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Flag } from '../../api/types.ts';
import { FormDialog } from '../../components/FormDialog.tsx';
import { useMay } from '../../components/may.ts';
import { AddButton, FactBlock } from './FactBlock.tsx';
import classes from './FlagFacts.module.css';
import { useFlagExtras, useParentVariants, usePossibleParents } from './flag-extras.queries.ts';
import type { FlagAt } from './flag-requests.ts';

interface Props {
    at: FlagAt;
    flag: Flag;
}

export function FlagDependencies({ at, flag }: Props) {
    const { depend, undepend } = useFlagExtras(at);
    const [opened, dialog] = useDisclosure();
    const parents = usePossibleParents(at, opened);
    const [feature, setFeature] = useState<string | null>(null);
    const [wanted, setWanted] = useState('on');
    const [variants, setVariants] = useState<string[]>([]);
    const possible = useParentVariants({ projectId: at.projectId, featureName: feature ?? '' }, feature !== null);
    const choose = (name: string | null) => {
        setFeature(name);
        setVariants([]);
    };
    const mayUpdate = useMay()('UPDATE_FEATURE_DEPENDENCY', { project: at.projectId });
    return (
        <FactBlock
            title="Depends on"
            add={
                <AddButton
                    label="Add a dependency"
                    onClick={dialog.open}
                    needs="UPDATE_FEATURE_DEPENDENCY"
                    project={at.projectId}
                />
            }
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
                            onClick={() => undepend.mutate(dependency)}
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
                    feature &&
                    depend.mutate(
                        { feature, enabled: wanted === 'on', ...(wanted === 'on' && { variants }) },
                        {
                            onSuccess: () => {
                                choose(null);
                                dialog.close();
                            },
                        },
                    )
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
                    onChange={choose}
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
                {wanted === 'on' && possible.data && possible.data.length > 0 && (
                    <MultiSelect
                        label="With one of these variants"
                        placeholder={variants.length > 0 ? '' : 'Any'}
                        data={possible.data}
                        value={variants}
                        onChange={setVariants}
                    />
                )}
            </FormDialog>
        </FactBlock>
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
