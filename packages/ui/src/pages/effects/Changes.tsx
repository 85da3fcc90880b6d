import { Anchor, Text, UnstyledButton } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Diff } from '../../components/diff/Diff.tsx';
import { EnvironmentMark } from '../../components/layout/SignalFlag.tsx';
import { count, formatNumber } from '../../components/text/numbers.ts';
import { useEnvironments } from '../environments/environment.queries.ts';
import { useSegmentName } from '../segments/segment.queries.ts';
import classes from './Changes.module.css';
import { type ChangeSummary, summarizeChange } from './change-summary.ts';
import type { DefinitionChange } from './effects.ts';
import { type Piece, type SentenceChange, sentenceChanges } from './sentence-changes.ts';
import { useProductionFirst } from './use-production-first.ts';

/** The initially rendered number. */
const INITIAL_COUNT = 8;

interface Props {
    changes: readonly DefinitionChange[];
    /** Whether the change has already happened. */
    isPast?: boolean;
}

/** Each change in one sentence; on demand, all differences as sentences or as JSON. */
export function Changes({ changes, isPast = false }: Props) {
    const [most, setMost] = useState(INITIAL_COUNT);
    const [isDetailed, setIsDetailed] = useState(false);
    const [isJson, setIsJson] = useState(false);
    const sorted = useProductionFirst(changes);
    const { data: environments = [] } = useEnvironments();
    const typeOf = (environment: string) => environments.find(({ name }) => name === environment)?.type;
    if (changes.length === 0) {
        return (
            <Text size="sm" c="dimmed">
                No change for SDKs.
            </Text>
        );
    }
    return (
        <div>
            <ul className={classes['changes']} aria-label={isPast ? 'What changed' : 'What will change'}>
                {sorted.slice(0, most).map((change) => (
                    <li key={`${change.environment} ${change.kind} ${change.id ?? change.name}`}>
                        <Head change={change} environmentType={typeOf(change.environment)} />
                        <Summary change={change} />
                        {isDetailed && (
                            <div className={classes['details']}>
                                {isJson ? (
                                    <Diff before={change.before.definition} after={change.after.definition} />
                                ) : (
                                    <Sentences before={change.before.sentences} after={change.after.sentences} />
                                )}
                            </div>
                        )}
                    </li>
                ))}
            </ul>
            <div className={classes['more']}>
                {changes.length > most && (
                    <Anchor component="button" type="button" size="xs" onClick={() => setMost(most + 50)}>
                        Show {Math.min(50, changes.length - most)} more of {formatNumber(changes.length)}
                    </Anchor>
                )}
                <Anchor
                    component="button"
                    type="button"
                    size="xs"
                    aria-expanded={isDetailed}
                    onClick={() => setIsDetailed(!isDetailed)}
                >
                    {isDetailed ? 'Hide details' : 'Details'}
                </Anchor>
                {isDetailed && (
                    <Anchor component="button" type="button" size="xs" onClick={() => setIsJson(!isJson)}>
                        {isJson ? 'Show as sentences' : 'Show as JSON'}
                    </Anchor>
                )}
            </div>
        </div>
    );
}

interface HeadProps {
    change: DefinitionChange;
    environmentType: string | undefined;
}

function Head({ change, environmentType }: HeadProps) {
    const { kind, name, project, environment } = change;
    return (
        <div className={classes['head']}>
            {kind === 'flag' && <EnvironmentMark type={environmentType} width={14} />}
            <span className={classes['title']}>
                {kind === 'segment' && 'Segment '}
                {kind === 'flag' && project ? (
                    <Link
                        to="/projects/$projectId/features/$featureName"
                        params={{ projectId: project, featureName: name }}
                        target="_blank"
                    >
                        {name}
                    </Link>
                ) : (
                    <b>{name}</b>
                )}{' '}
                {kind === 'flag' ? `in ${environment}` : 'in all environments'}
            </span>
        </div>
    );
}

/** Who gets it before and after the change, in one sentence. */
function Summary({ change }: { change: DefinitionChange }) {
    return <BeforeAndAfter {...summarizeChange(change, useSegmentName())} />;
}

/** “On for 50% of users → Off for everyone” */
export function BeforeAndAfter({ before, after, direction, furtherCount = 0 }: Partial<ChangeSummary>) {
    return (
        <p className={classes['summary']} data-direction={direction}>
            {before && <del>{before}</del>}
            {before && after && (
                <>
                    {' '}
                    <IconArrowRight size={14} aria-label="to" />{' '}
                </>
            )}
            {after && <ins>{after}</ins>}
            {furtherCount > 0 && <span> and {count(furtherCount, 'further difference')}</span>}
        </p>
    );
}

/** The maximum number of unchanged sentences to show. More would distract from the change. */
const MAX_UNCHANGED = 3;

/** The changed text, word by word. */
export function Sentences({ before, after }: { before: string[]; after: string[] }) {
    const [showsSame, setShowsSame] = useState(false);
    const all = sentenceChanges(before, after);
    const same = all.filter(({ kind }) => kind === 'same').length;
    const isFolded = same > MAX_UNCHANGED && !showsSame;
    const shown = isFolded ? all.filter(({ kind }) => kind !== 'same') : all;
    return (
        <>
            <ul className={classes['sentences']} aria-label="Differences">
                {shown.map((change, index) => (
                    // The list is static: its order does not change.
                    // biome-ignore lint/suspicious/noArrayIndexKey: see above
                    <Sentence key={index} change={change} />
                ))}
            </ul>
            {isFolded && (
                <UnstyledButton className={classes['fold']} onClick={() => setShowsSame(true)}>
                    {same} unchanged lines
                </UnstyledButton>
            )}
        </>
    );
}

function Sentence({ change }: { change: SentenceChange }) {
    if (change.kind === 'same') return <li>{change.text}</li>;
    return (
        <li className={classes['differing']}>
            {'before' in change && (
                <del>
                    <span className="visually-hidden">Before: </span>
                    <ChangedText pieces={change.before} />
                </del>
            )}
            {'after' in change && (
                <ins>
                    <span className="visually-hidden">After: </span>
                    <ChangedText pieces={change.after} />
                </ins>
            )}
        </li>
    );
}

function ChangedText({ pieces }: { pieces: readonly Piece[] }) {
    // A sentence that was added or removed as a whole needs no marks.
    if (pieces.every(({ isNew }) => isNew)) return pieces.map(({ text }) => text).join('');
    return pieces.map(({ text, isNew }, index) =>
        isNew && /[\p{L}\p{N}%]/u.test(text) ? (
            // Pieces have no id.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <span key={index}>
                {/^\s*/.exec(text)?.[0]}
                <mark>{text.trimStart()}</mark>
            </span>
        ) : (
            text
        ),
    );
}
