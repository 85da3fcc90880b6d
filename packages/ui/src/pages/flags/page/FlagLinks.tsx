import { ActionIcon, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconLink, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { Flag } from '../../../api/types.ts';
import { useMay } from '../../../components/access/may.ts';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { WebLink } from '../../../components/links/WebLink.tsx';
import { useFlagExtras } from '../flag-extras.queries.ts';
import type { FlagAt } from '../flag-requests.ts';
import { AddButton, FactBlock } from './FactBlock.tsx';
import classes from './FlagFacts.module.css';

interface Props {
    at: FlagAt;
    flag: Flag;
}

export function FlagLinks({ at, flag }: Props) {
    const { link, unlink } = useFlagExtras(at);
    const [opened, dialog] = useDisclosure();
    const [url, setUrl] = useState('');
    const [title, setTitle] = useState('');
    const mayUpdate = useMay()('UPDATE_FEATURE', { project: at.projectId });
    return (
        <FactBlock
            title="Links"
            isEmpty={flag.links.length === 0}
            add={
                <AddButton
                    label="Add a link"
                    isLabelled={flag.links.length === 0}
                    onClick={dialog.open}
                    needs="UPDATE_FEATURE"
                    project={at.projectId}
                />
            }
        >
            {flag.links.map((each) => (
                <div key={each.id} className={classes['row']} title={each.title || each.url}>
                    <WebLink address={each.url}>
                        <IconLink size={12} /> {each.title || each.url}
                    </WebLink>
                    {mayUpdate && (
                        <ActionIcon
                            size="xs"
                            aria-label={`Remove the link ${each.title || each.url}`}
                            onClick={() => unlink.mutate(each)}
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
                onSubmit={() =>
                    link.mutate(
                        { url, title: title || null },
                        {
                            onSuccess: () => {
                                setUrl('');
                                setTitle('');
                                dialog.close();
                            },
                        },
                    )
                }
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
        </FactBlock>
    );
}
