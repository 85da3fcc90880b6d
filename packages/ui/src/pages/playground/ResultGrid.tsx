import { Button, Drawer } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { EnvironmentMark } from '../../components/layout/SignalFlag.tsx';
import { formatNumber } from '../../components/text/numbers.ts';
import { ExplanationTree } from './ExplanationTree.tsx';
import classes from './Playground.module.css';
import type { PlaygroundEntry } from './playground.queries.ts';
import { type EvaluatedContext, evaluatedContexts, type FlagResults, resultAt, verdictOf } from './results.ts';

interface Props {
    environments: { name: string; type: string | undefined }[];
    features: FlagResults[];
    /** Past results are read-only. */
    isPast: boolean;
}

const STEP = 200;

/** A table of flags by context and environment. Each result opens its explanation. */
export function ResultGrid({ environments, features, isPast }: Props) {
    const [opened, setOpened] = useState<PlaygroundEntry>();
    const [limit, setLimit] = useState(STEP);
    const contexts = useMemo(
        () =>
            evaluatedContexts(
                features,
                environments.map(({ name }) => name),
            ),
        [features, environments],
    );
    return (
        <>
            {/* Many contexts make the table wide, so it must be scrollable by keyboard. */}
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
            <section className={classes['frame']} aria-label="Evaluation results" tabIndex={0}>
                <table className={classes['grid']} aria-label="Results">
                    <Head environments={environments} contexts={contexts} />
                    <tbody>
                        {features.slice(0, limit).map((flag) => (
                            <tr key={`${flag.projectId} ${flag.name}`}>
                                <th scope="row">
                                    <Link
                                        to="/projects/$projectId/features/$featureName"
                                        params={{ projectId: flag.projectId, featureName: flag.name }}
                                        preload={false}
                                    >
                                        {flag.name}
                                    </Link>
                                </th>
                                {contexts.map((each) => (
                                    <td key={`${each.environment} ${each.index}`} data-first={each.index === 0}>
                                        <Answer entry={resultAt(flag, each)} who={each.who} onOpen={setOpened} />
                                    </td>
                                ))}
                            </tr>
                        ))}
                    </tbody>
                </table>
            </section>
            {features.length > limit && (
                <Button variant="default" size="xs" mt="sm" onClick={() => setLimit(limit + STEP)}>
                    Show {Math.min(STEP, features.length - limit)} more of {formatNumber(features.length)}
                </Button>
            )}
            <Drawer
                opened={opened !== undefined}
                onClose={() => setOpened(undefined)}
                size={620}
                title={opened && `${opened.name} in ${opened.environment}`}
                closeButtonProps={{ 'aria-label': 'Close' }}
            >
                {opened && <ExplanationTree entry={opened} isPast={isPast} />}
            </Drawer>
        </>
    );
}

function Head({ environments, contexts }: { environments: Props['environments']; contexts: EvaluatedContext[] }) {
    const hasMany = contexts.some(({ index }) => index > 0);
    return (
        <thead>
            <tr>
                <th scope="col" rowSpan={hasMany ? 2 : 1}>
                    Flag
                </th>
                {environments.map(({ name, type }) => (
                    <th
                        key={name}
                        scope={hasMany ? 'colgroup' : 'col'}
                        colSpan={Math.max(1, contexts.filter(({ environment }) => environment === name).length)}
                        data-first="true"
                    >
                        <span className={classes['environment']}>
                            <EnvironmentMark type={type} width={13} />
                            {name}
                        </span>
                    </th>
                ))}
            </tr>
            {hasMany && (
                <tr>
                    {contexts.map(({ environment, index, who }) => (
                        <th key={`${environment} ${index}`} scope="col" data-first={index === 0} title={who}>
                            <span className={classes['who']}>{who}</span>
                        </th>
                    ))}
                </tr>
            )}
        </thead>
    );
}

interface AnswerProps {
    entry: PlaygroundEntry | undefined;
    who: string;
    onOpen: (entry: PlaygroundEntry) => void;
}

function Answer({ entry, who, onOpen }: AnswerProps) {
    if (!entry) return '–';
    const verdict = verdictOf(entry);
    return (
        <button type="button" className={classes['answer']} onClick={() => onOpen(entry)}>
            <span className="visually-hidden">
                {entry.name} in {entry.environment}
                {who && ` for ${who}`}:{' '}
            </span>
            <span className={classes['verdict']} data-verdict={verdict}>
                {verdict}
            </span>
            {entry.variant?.enabled && <code>{entry.variant.name}</code>}
            <span className={classes['why']}>Why?</span>
        </button>
    );
}
