import { Badge, Button, Checkbox, Switch, Text } from '@mantine/core';
import { IconArrowRight, IconEqual } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { FlagOverview } from '../../api/types.ts';
import { Empty } from '../../components/layout/States.tsx';
import rowLink from '../../components/lists/RowLink.module.css';
import { Table } from '../../components/lists/Table.tsx';
import { toggled } from '../../components/lists/toggled.ts';
import { count, formatNumber } from '../../components/text/numbers.ts';
import { Changes } from '../effects/Changes.tsx';
import type { DefinitionChange } from '../effects/effects.ts';
import { useReview } from '../strategies/Review.tsx';
import classes from './Compare.module.css';
import { type ComparedEnvironments, copyEnvironment, useCopyEnvironment } from './environments.queries.ts';

interface Props {
    compared: ComparedEnvironments;
    environmentType: string;
    /** The flags of the project. */
    flags: readonly FlagOverview[];
    changes: readonly DefinitionChange[];
    notes: readonly string[];
}

/** The flags in two environments side by side, with a selection of flags to copy. A row opens its differences. */
export function EnvironmentMatrix({ compared, environmentType, flags, changes, notes }: Props) {
    const { project, from, to, feature } = compared;
    const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set(feature === undefined ? [] : [feature]));
    const [showsEqual, setShowsEqual] = useState(false);
    const copy = useCopyEnvironment(compared, environmentType);
    const { openReview, dialog } = useReview(project);
    const byName = useMemo(() => new Map(changes.map((change) => [change.name, change])), [changes]);
    const rows = useMemo(
        () =>
            flags.filter(({ name }) => (feature === undefined || name === feature) && (showsEqual || byName.has(name))),
        [flags, feature, showsEqual, byName],
    );
    // Flags that are equal by now need no copy.
    const chosen = changes.flatMap(({ name }) => (ticked.has(name) ? [name] : []));
    const some = chosen.length === 1 ? chosen[0] : count(chosen.length, 'flag');
    const openCopyDialog = () =>
        openReview({
            title: `Copy ${some} from ${from} to ${to}?`,
            about: `The switch, strategies and variants in ${to} are replaced by those in ${from}. This is a single change and can be reverted as one.`,
            verb: `Copy to ${to}`,
            isDangerous: environmentType === 'production',
            trial: {
                project,
                request: (client) => copyEnvironment(client, compared, chosen),
                key: ['copy', compared, chosen],
            },
            target: { project, environment: to },
            run: (mode) => copy.mutateAsync(chosen, { mode }),
        });
    const cellOf = (flag: FlagOverview, environment: string, side: 'before' | 'after') => {
        const change = byName.get(flag.name);
        const isEnabled = flag.environments.find(({ name }) => name === environment)?.enabled ?? false;
        if (!change) return <Configuration isEnabled={isEnabled} text="same in both" />;
        const { definition, sentences } = change[side];
        const others = change[side === 'before' ? 'after' : 'before'].sentences;
        return (
            <Configuration
                isDifferent
                isEnabled={definition?.['enabled'] === true}
                // The introduction of an unchanged list, such as “On for:”, says no more than the badge.
                text={sentences
                    .filter((sentence) => !others.includes(sentence))
                    .join(' ')
                    .replace(/^[^:]*:$/, '')}
            />
        );
    };
    return (
        <section aria-label="Differences" className={classes['result']}>
            {flags.length === 0 && (
                <Empty title="No flags to compare" icon={<IconEqual size={22} />}>
                    This project has no flags.
                </Empty>
            )}
            {flags.length > 0 && changes.length === 0 && (
                <Empty title={`${to} matches ${from}`} icon={<IconEqual size={22} />}>
                    {feature === undefined ? 'All flags have' : `${feature} has`} the same switches, strategies and
                    variants in both.
                </Empty>
            )}
            {changes.length > 0 && (
                <>
                    <div className={classes['head']}>
                        <Checkbox
                            size="xs"
                            label={`${formatNumber(changes.length)} ${changes.length === 1 ? 'differs' : 'differ'} · Select all`}
                            checked={chosen.length === changes.length}
                            indeterminate={chosen.length > 0 && chosen.length < changes.length}
                            onChange={({ currentTarget: { checked } }) =>
                                setTicked(new Set(checked ? changes.map(({ name }) => name) : []))
                            }
                        />
                        <Button
                            size="xs"
                            rightSection={<IconArrowRight size={14} />}
                            disabled={chosen.length === 0}
                            onClick={openCopyDialog}
                        >
                            {chosen.length === 0 ? `Copy selected to ${to}` : `Copy ${some} to ${to}…`}
                        </Button>
                    </div>
                    <Table
                        label="Flags in both environments"
                        rows={rows}
                        rowKey={({ name }) => name}
                        find={({ name }) => name}
                        tools={
                            feature === undefined && (
                                <Switch
                                    size="xs"
                                    label="Only different flags"
                                    checked={!showsEqual}
                                    onChange={({ currentTarget: { checked } }) => setShowsEqual(!checked)}
                                />
                            )
                        }
                        selection={{
                            has: (name) => ticked.has(String(name)),
                            toggle: (name) => setTicked(toggled(ticked, String(name))),
                            canSelect: (name) => byName.has(String(name)),
                        }}
                        detail={({ name }) => {
                            const change = byName.get(name);
                            return change && <Changes changes={[change]} />;
                        }}
                        isOpen={feature !== undefined}
                        columns={[
                            {
                                title: 'Flag',
                                isMain: true,
                                sort: ({ name }) => name,
                                cell: ({ name }) => (
                                    <Link
                                        to="/projects/$projectId/features/$featureName"
                                        params={{ projectId: project, featureName: name }}
                                        className={rowLink['link']}
                                    >
                                        {name}
                                    </Link>
                                ),
                            },
                            // A difference is the effect of a copy: `before` is the target, `after` the source.
                            { title: from, width: '36%', cell: (flag) => cellOf(flag, from, 'after') },
                            { title: to, width: '36%', cell: (flag) => cellOf(flag, to, 'before') },
                        ]}
                    />
                </>
            )}
            {notes.map((note) => (
                <Text key={note} size="sm" c="dimmed">
                    {note}
                </Text>
            ))}
            {dialog}
        </section>
    );
}

interface ConfigurationProps {
    isDifferent?: boolean;
    isEnabled: boolean;
    text: string;
}

function Configuration({ isDifferent, isEnabled, text }: ConfigurationProps) {
    return (
        <span className={classes['configuration']} data-differs={isDifferent}>
            <Badge size="sm" color={isEnabled ? 'green' : 'gray'}>
                {isEnabled ? 'on' : 'off'}
            </Badge>
            <span>{text}</span>
        </span>
    );
}
