import { ActionIcon, Group, Pill } from '@mantine/core';
import { IconLink, IconX } from '@tabler/icons-react';
import type { Flag } from '../../../api/types.ts';
import { useMay } from '../../../components/access/may.ts';
import { lazyComponent } from '../../../components/layout/lazy.tsx';
import { WebLink } from '../../../components/links/WebLink.tsx';
import { useFlagExtras } from '../flag-extras.queries.ts';
import type { FlagAt } from '../flag-requests.ts';
import { FactBlock } from './FactBlock.tsx';
import classes from './FlagFacts.module.css';

interface Props {
    at: FlagAt;
    flag: Flag;
}

const TagDialog = lazyComponent(() => import('../dialogs/TagDialog.tsx'), 'TagDialog');
const LinkDialog = lazyComponent(() => import('../dialogs/LinkDialog.tsx'), 'LinkDialog');

const NEEDS = 'UPDATE_FEATURE';

export function FlagTags({ at, flag: { tags } }: Props) {
    const { untag } = useFlagExtras(at);
    const mayUpdate = useMay()(NEEDS, { project: at.projectId });
    return (
        <FactBlock
            title="Tags"
            isEmpty={tags.length === 0}
            add={{
                label: 'Add a tag',
                needs: NEEDS,
                project: at.projectId,
                dialog: (onClose) => <TagDialog at={at} onClose={onClose} />,
            }}
        >
            {tags.length > 0 && (
                <Group gap={5}>
                    {tags.map((each) => (
                        <Pill
                            key={`${each.type}:${each.value}`}
                            title={each.value}
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
        </FactBlock>
    );
}

export function FlagLinks({ at, flag: { links } }: Props) {
    const { unlink } = useFlagExtras(at);
    const mayUpdate = useMay()(NEEDS, { project: at.projectId });
    return (
        <FactBlock
            title="Links"
            isEmpty={links.length === 0}
            add={{
                label: 'Add a link',
                needs: NEEDS,
                project: at.projectId,
                dialog: (onClose) => <LinkDialog at={at} onClose={onClose} />,
            }}
        >
            {links.map((each) => (
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
        </FactBlock>
    );
}
