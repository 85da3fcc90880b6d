import { Button, Checkbox, Text } from '@mantine/core';
import { IconArrowRight, IconEqual } from '@tabler/icons-react';
import { useState } from 'react';
import { Empty } from '../../components/layout/States.tsx';
import { formatNumber } from '../../components/text/numbers.ts';
import { Changes } from '../effects/Changes.tsx';
import type { DefinitionChange } from '../effects/effects.ts';
import { useReview } from '../strategies/Review.tsx';
import classes from './Compare.module.css';
import { type ComparedEnvironments, copyEnvironment, useCopyEnvironment } from './environments.queries.ts';

interface Props {
    asked: ComparedEnvironments;
    environmentType: string;
    changes: readonly DefinitionChange[];
    notes: readonly string[];
}

/** The differences, with a selection of flags to copy. */
export function Copying({ asked, environmentType, changes, notes }: Props) {
    const { project, from, to, feature } = asked;
    const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set(feature === undefined ? [] : [feature]));
    const copy = useCopyEnvironment(asked, environmentType);
    const { ask, dialog } = useReview(project);
    // Flags that are equal by now need no copy.
    const chosen = changes.flatMap(({ name }) => (ticked.has(name) ? [name] : []));
    const some = chosen.length === 1 ? chosen[0] : `${formatNumber(chosen.length)} flags`;
    const choose = (name: string, isChosen: boolean) => {
        const next = new Set(ticked);
        if (isChosen) next.add(name);
        else next.delete(name);
        setTicked(next);
    };
    const askToCopy = () =>
        ask({
            title: `Copy ${some} from ${from} to ${to}?`,
            about: `The switch, strategies and variants in ${to} are replaced by those in ${from}. This is a single change and can be reverted as one.`,
            verb: `Copy to ${to}`,
            isDangerous: environmentType === 'production',
            trial: {
                project,
                request: (client) => copyEnvironment(client, asked, chosen),
                key: ['copy', asked, chosen],
            },
            place: { project, environment: to },
            run: (mode) => copy.mutateAsync(chosen, { mode }),
        });
    return (
        <section aria-label="Differences" className={classes['result']}>
            {changes.length === 0 ? (
                <Empty title={`${to} matches ${from}`} icon={<IconEqual size={22} />}>
                    {feature === undefined ? 'All flags have' : `${feature} has`} the same switches, strategies and
                    variants in both.
                </Empty>
            ) : (
                <>
                    <div className={classes['head']}>
                        <Checkbox
                            size="xs"
                            label={`${formatNumber(changes.length)} ${changes.length === 1 ? 'flag differs' : 'flags differ'}: choose all`}
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
                            onClick={askToCopy}
                        >
                            {chosen.length === 0 ? `Choose what to copy to ${to}` : `Copy ${some} to ${to}…`}
                        </Button>
                    </div>
                    <Changes changes={changes} choice={{ chosen: ticked, onChoose: choose }} />
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
