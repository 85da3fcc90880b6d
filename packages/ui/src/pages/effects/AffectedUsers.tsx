import { Anchor, Text } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { count } from '../../components/text/numbers.ts';
import { flatContext } from '../context-fields/context.ts';
import classes from './AffectedUsers.module.css';
import {
    describeSource,
    outcomeIn,
    summaryOf,
    summaryOfOthers,
    summaryOfShare,
    trafficOf,
} from './effect-sentences.ts';
import type { AffectedFlag, EnvironmentEffect, Example, Share } from './effects.ts';
import { useProductionFirst } from './use-production-first.ts';

interface Props {
    who: readonly EnvironmentEffect[];
    project: string | undefined;
    /** Whether the change has already happened. */
    isPast?: boolean;
    /** The moment for evaluating examples again; undefined for now. */
    asOf?: string | undefined;
    /** The flags that the change edits, if it edits no segment: it affects all others as dependent flags. */
    edited?: ReadonlySet<string> | undefined;
}

const INITIAL_COUNT = 5;

/** The number of affected users, their distribution, and examples if the reader may see them. */
export function AffectedUsers({ who, project, asOf, edited, isPast = false }: Props) {
    const sorted = useProductionFirst(who);
    return (
        <div className={classes['who']}>
            {sorted.map((affected) => (
                <Environment
                    key={affected.environment}
                    affected={affected}
                    project={project}
                    asOf={asOf}
                    edited={edited}
                    isPast={isPast}
                    isOnly={who.length === 1}
                />
            ))}
        </div>
    );
}

function Environment({
    affected,
    isOnly,
    ...link
}: { affected: EnvironmentEffect; isOnly: boolean } & Omit<Props, 'who'>) {
    const { environment, flags } = affected;
    const { edited } = link;
    const [most, setMost] = useState(INITIAL_COUNT);
    const counted = flags.filter(({ changed }) => changed > 0).toSorted((a, b) => b.changed - a.changed);
    // The number of a single flag is always stated, also if it is zero or unknown.
    const touched = counted.length === 0 && flags.length === 1 ? flags : counted;
    const others = flags.filter((flag) => !touched.includes(flag));
    const noun = others.every(({ name }) => edited?.has(name) === false) ? 'dependent flag' : 'other flag';
    return (
        <section className={classes['environment']}>
            {!isOnly && <h3>{environment}</h3>}
            {touched.slice(0, most).map((flag) => (
                <FlagPeople key={flag.name} affected={affected} flag={flag} isOnly={flags.length === 1} {...link} />
            ))}
            {touched.length > most && (
                <Anchor component="button" type="button" size="xs" onClick={() => setMost(most + 50)}>
                    Show {Math.min(50, touched.length - most)} more of {count(touched.length, 'flag')}
                </Anchor>
            )}
            {touched.length === 0 ? (
                <>
                    <p className={classes['summary']}>{summaryOfOthers(affected, others, 'flag')}</p>
                    <Traffic flags={flags} environment={environment} />
                </>
            ) : (
                others.length > 0 && (
                    <Text size="xs" c="dimmed">
                        {summaryOfOthers(affected, others, noun)}
                    </Text>
                )
            )}
            <Text size="xs" c="dimmed">
                {describeSource(affected)}
            </Text>
        </section>
    );
}

function Traffic({ flags, environment }: { flags: readonly AffectedFlag[]; environment: string }) {
    const traffic = trafficOf(flags, environment);
    return traffic && <p className={classes['traffic']}>{traffic}</p>;
}

interface FlagProps extends Omit<Props, 'who'> {
    affected: EnvironmentEffect;
    flag: AffectedFlag;
    isOnly: boolean;
}

function FlagPeople({ affected, flag, isOnly, project, asOf, isPast = false }: FlagProps) {
    const { environment, evaluated } = affected;
    const [isOpen, setIsOpen] = useState(isOnly);
    const groups = [
        { title: 'By application', shares: flag.byApp },
        ...Object.entries(flag.byField).map(([field, shares]) => ({ title: `By ${field}`, shares })),
    ].filter(({ shares }) => shares.some(({ kind }) => kind === 'value'));
    const hasMore = groups.length > 0 || flag.examples.length > 0;
    return (
        <div className={classes['flag']}>
            {!isOnly && <b>{flag.name}</b>}
            <p className={classes['summary']}>{summaryOf(affected, flag, isPast)}</p>
            <Traffic flags={[flag]} environment={environment} />
            {flag.changed > 0 && !flag.unmeasured && (
                <div className={classes['bar']} aria-hidden="true">
                    {TRANSITIONS.map(
                        (kind) =>
                            flag[kind] > 0 && (
                                <span
                                    key={kind}
                                    data-kind={kind}
                                    style={{ width: `${(100 * flag[kind]) / evaluated}%` }}
                                />
                            ),
                    )}
                </div>
            )}
            {!isOnly && hasMore && (
                <Anchor component="button" type="button" size="xs" onClick={() => setIsOpen(!isOpen)}>
                    {isOpen ? 'Less' : 'Who they are'}
                </Anchor>
            )}
            {isOpen && (
                <>
                    {groups.length > 0 && (
                        <div className={classes['groups']}>
                            {groups.map((group) => (
                                <Shares key={group.title} kind={onlyTransitionOf(flag)} {...group} />
                            ))}
                        </div>
                    )}
                    <Examples examples={flag.examples} environment={environment} project={project} asOf={asOf} />
                </>
            )}
        </div>
    );
}

const TRANSITIONS = ['offToOn', 'onToOff', 'variantChanged'] as const;

/** The transition of all affected users; undefined if there are several. */
function onlyTransitionOf(flag: AffectedFlag) {
    const [only, another] = TRANSITIONS.filter((kind) => flag[kind] > 0);
    return another ? undefined : only;
}

const SHOWN_SHARES = 8;

interface SharesProps {
    title: string;
    shares: readonly Share[];
    kind: (typeof TRANSITIONS)[number] | undefined;
}

/** The share of affected users for each value, the most affected value first. */
function Shares({ title, shares, kind: transition }: SharesProps) {
    return (
        <section aria-label={title}>
            <div className={classes['groupTitle']}>{title}</div>
            <dl className={classes['shares']}>
                {mostAffected(shares).map((share) => {
                    const { kind, value, evaluated, changed } = share;
                    return (
                        <div key={`${kind} ${value}`}>
                            <dt title={value ?? undefined} data-kind={kind}>
                                {kind === 'value' ? value || 'empty' : kind === 'other' ? 'all others' : 'not set'}
                            </dt>
                            <dd>
                                <span className={classes['share']} data-kind={transition} aria-hidden="true">
                                    <span style={{ width: `${evaluated > 0 ? (100 * changed) / evaluated : 0}%` }} />
                                </span>
                                <span>{summaryOfShare(share)}</span>
                            </dd>
                        </div>
                    );
                })}
            </dl>
        </section>
    );
}

const mostAffected = (shares: readonly Share[]) =>
    shares.toSorted((one, other) => other.changed - one.changed).slice(0, SHOWN_SHARES);

interface ExamplesProps extends Omit<Props, 'who'> {
    examples: readonly Example[];
    environment: string;
}

/** Examples of affected users, with links to the playground. */
function Examples({ examples, environment, project, asOf }: ExamplesProps) {
    if (examples.length === 0) return null;
    return (
        <ul className={classes['examples']} aria-label="Examples">
            {examples.map((example) => {
                const context = flatContext(example.context);
                const [before, after] = outcomeIn(example);
                return (
                    <li key={JSON.stringify(context)}>
                        <span className={classes['context']}>
                            {example.persona && <b>{example.persona}</b>}
                            <code>{describeContext(context)}</code>
                        </span>
                        <span>
                            {before} <IconArrowRight size={12} aria-label="to" /> {after}
                        </span>
                        <Link
                            to="/playground"
                            search={{
                                environments: [environment],
                                context,
                                ...(project && { projects: [project] }),
                                ...(asOf && { asOf }),
                            }}
                            target="_blank"
                        >
                            Why?
                        </Link>
                    </li>
                );
            })}
        </ul>
    );
}

/** Describes a context. Session ids are random, so they are shown only if there is nothing else. */
function describeContext({ sessionId, ...fields }: Record<string, string>): string {
    const shown = Object.entries(fields);
    if (shown.length === 0) return sessionId ? `sessionId ${sessionId}` : 'empty context';
    return shown.map(([name, value]) => `${name} ${value}`).join(', ');
}
