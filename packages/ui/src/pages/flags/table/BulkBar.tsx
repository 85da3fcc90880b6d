import { Button, CloseButton, Menu, Text, TextInput } from '@mantine/core';
import { IconArchive, IconClockPause, IconPower, IconTag } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { PermissionControl, PermissionMenuItem } from '../../../components/access/PermissionControl.tsx';
import { formatNumber } from '../../../components/text/numbers.ts';
import { useReview } from '../../strategies/Review.tsx';
import type { ReviewedChange } from '../../strategies/reviewed-change.ts';
import { useBulk } from '../bulk.queries.ts';
import { archivingWithWarnings } from '../dialogs/archiving.ts';
import classes from './BulkBar.module.css';

/** The maximum number of steps of a proposal; larger changes are rehearsed through the bulk route. */
const MAX_STEPS = 500;

/** The page size of the list of all flags. Up to this number, users can see which flags a bulk change affects. */
const MAX_VISIBLE_FLAGS = 50;

interface Props {
    projectId: string;
    names: string[];
    /** The number of selected flags in all projects. Defaults to the number of `names`. */
    total?: number;
    environments: { name: string; type: string }[];
    /** Actions before these; for example the choice of the project, if flags of several projects are selected. */
    otherActions?: ReactNode;
    /** Whether flags of another project were archived just before: the question about these follows without another click. */
    continuesArchiving?: boolean;
    onDone: (action?: 'archived') => void;
}

export function BulkBar(props: Props) {
    const {
        projectId,
        names,
        total = names.length,
        environments,
        otherActions,
        continuesArchiving = false,
        onDone,
    } = props;
    const [isChecking, setIsChecking] = useState(false);
    const { archive, stale, toggle, tag, trialOf, turning } = useBulk(projectId);
    const { openReview, change, dialog } = useReview(projectId);
    const options = { onSuccess: () => onDone() };
    const some = names.length === 1 ? names[0] : `${formatNumber(names.length)} flags`;

    function switchFlags({ name, type }: Props['environments'][number], enabled: boolean) {
        change(type, {
            title: `Turn ${some} ${enabled ? 'on' : 'off'} in ${name}?`,
            about: enabled
                ? `Flags without strategies in ${name} get the default strategy of the project (on for everyone, unless configured otherwise).`
                : `This changes what users get in ${name}.`,
            verb: enabled ? 'Turn on' : 'Turn off',
            ...(names.length > MAX_STEPS
                ? {
                      trial: turning({ features: names, environment: name, enabled }),
                      target: { project: projectId, environment: name },
                  }
                : {
                      proposal: {
                          project: projectId,
                          steps: names.map((feature) => ({
                              environment: name,
                              feature,
                              action: 'updateEnabled' as const,
                              payload: { enabled },
                          })),
                      },
                  }),
            onArranged: () => onDone(),
            run: (mode) =>
                toggle.mutate(
                    { features: names, environment: name, enabled, isProduction: type === 'production' },
                    { ...options, mode },
                ),
        });
    }

    async function openArchiveDialog() {
        setIsChecking(true);
        const confirmation = await archivingWithWarnings(projectId, names);
        setIsChecking(false);
        const { proposal: _, ...words } = confirmation;
        const many = { ...words, trial: trialOf('archive', names), place: { project: projectId } };
        openReview({
            ...(names.length > MAX_STEPS ? many : confirmation),
            ...((total > names.length || continuesArchiving) && { title: `Archive ${some} of ${projectId}?` }),
            onArranged: () => onDone('archived'),
            run: (mode) => archive.mutateAsync(names, { mode }),
        });
    }
    // biome-ignore lint/correctness/useExhaustiveDependencies: asks once per project
    useEffect(() => {
        if (continuesArchiving) void openArchiveDialog();
    }, [continuesArchiving]);

    /** Changes without effect on users need a confirmation only for more flags than fit on a page. */
    function mark({ title, about, verb, run }: Pick<ReviewedChange, 'title' | 'about' | 'verb' | 'run'>) {
        if (names.length <= MAX_VISIBLE_FLAGS) return void run({});
        openReview({ title, about, verb, run, target: { project: projectId, environment: [] } });
    }

    return (
        <section className={classes['bar']} aria-label="Selected flags">
            <Text size="sm" fw={500}>
                {formatNumber(names.length)}
                {total > names.length && ` of ${formatNumber(total)}`} selected
            </Text>
            {otherActions}
            <Menu>
                <Menu.Target>
                    <Button size="xs" variant="default" leftSection={<IconPower size={14} />}>
                        Turn on or off
                    </Button>
                </Menu.Target>
                <Menu.Dropdown>
                    {environments.map((environment) => (
                        <div key={environment.name}>
                            <Menu.Label>{environment.name}</Menu.Label>
                            {[true, false].map((enabled) => (
                                <PermissionMenuItem
                                    key={String(enabled)}
                                    to="UPDATE_FEATURE_ENVIRONMENT"
                                    project={projectId}
                                    environment={environment.name}
                                    onClick={() => switchFlags(environment, enabled)}
                                >
                                    {enabled ? 'On' : 'Off'}
                                </PermissionMenuItem>
                            ))}
                        </div>
                    ))}
                </Menu.Dropdown>
            </Menu>
            <PermissionControl to="UPDATE_FEATURE" project={projectId}>
                <TagMenu
                    onTag={(value) =>
                        mark({
                            title: `Tag ${some} with ${value}?`,
                            about: 'Each flag gets the tag. SDKs that filter by tag may receive more flags.',
                            verb: `Tag ${some}`,
                            run: (mode) => tag.mutate({ features: names, value }, { ...options, mode }),
                        })
                    }
                />
            </PermissionControl>
            <PermissionControl to="UPDATE_FEATURE" project={projectId}>
                <Button
                    size="xs"
                    variant="default"
                    leftSection={<IconClockPause size={14} />}
                    onClick={() =>
                        mark({
                            title: `Mark ${some} as stale?`,
                            about: 'Each flag is marked as ready for clean-up. SDKs are not affected.',
                            verb: `Mark ${some}`,
                            run: (mode) => stale.mutate({ features: names, stale: true }, { ...options, mode }),
                        })
                    }
                >
                    Mark stale
                </Button>
            </PermissionControl>
            <PermissionControl to="DELETE_FEATURE" project={projectId}>
                <Button
                    size="xs"
                    variant="default"
                    leftSection={<IconArchive size={14} />}
                    loading={isChecking}
                    onClick={() => void openArchiveDialog()}
                >
                    Archive
                </Button>
            </PermissionControl>
            <CloseButton aria-label="Select none" onClick={() => onDone()} />
            {dialog}
        </section>
    );
}

function TagMenu({ onTag, disabled = false }: { onTag: (value: string) => void; disabled?: boolean }) {
    const [value, setValue] = useState('');
    return (
        <Menu>
            <Menu.Target>
                <Button size="xs" variant="default" leftSection={<IconTag size={14} />} disabled={disabled}>
                    Tag
                </Button>
            </Menu.Target>
            <Menu.Dropdown p={8}>
                <form
                    onSubmit={(event) => {
                        event.preventDefault();
                        onTag(value);
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
    );
}
