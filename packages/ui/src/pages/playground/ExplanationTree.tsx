import type { Explanation, StrategyTrace } from '@halyard/engine';
import { Badge, Stack, Text } from '@mantine/core';
import { IconCheck, IconMinus, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { STRATEGY_NAMES } from '../strategies/names.ts';
import { ConstraintText, percent } from '../strategies/Sentence.tsx';
import { VARIANT_COLOURS } from '../strategies/WeightBar.tsx';
import classes from './ExplanationTree.module.css';
import type { PlaygroundEntry } from './playground.queries.ts';

/** Why the engine answered what it did: every test, what it saw, what it said. */
export function ExplanationTree({ entry }: { entry: PlaygroundEntry }) {
    // The service sends what the engine explained, as it is.
    const explanation = entry.explanation as Explanation;
    const winner = explanation.strategies.findIndex(({ result }) => result.enabled === true);
    return (
        <Stack gap="sm">
            <div className={classes['answer']} data-on={explanation.enabled || undefined}>
                <Badge size="lg" color={explanation.enabled ? 'green' : 'gray'}>
                    {explanation.enabled ? 'On' : 'Off'}
                </Badge>
                <div>
                    <Text size="sm" fw={550}>
                        {sentence(explanation.reason)}
                    </Text>
                    {explanation.variant.enabled && (
                        <Text size="sm">
                            Variant <code>{explanation.variant.name}</code>
                        </Text>
                    )}
                </div>
            </div>
            <Text size="xs" c="dimmed" component="div">
                Asked with{' '}
                {Object.entries(entry.context).map(([name, value], index) => (
                    <span key={name}>
                        {index > 0 && ', '}
                        {name} <code>{String(value)}</code>
                    </span>
                ))}
            </Text>
            <ul className={classes['tree']}>
                <Node verdict={explanation.switchedOn}>
                    The flag is switched {explanation.switchedOn ? 'on' : 'off'} in this environment
                </Node>
                {explanation.dependencies.map((dependency) => (
                    <Node key={dependency.feature} verdict={dependency.satisfied}>
                        {sentence(dependency.reason)}
                    </Node>
                ))}
                {explanation.strategies.map((strategy, index) => (
                    <Strategy
                        key={strategy.id ?? index}
                        strategy={strategy}
                        entry={entry}
                        isWinner={index === winner}
                        place={index + 1}
                    />
                ))}
                {explanation.strategies.length === 0 && <Node verdict="unknown">No strategies</Node>}
                {explanation.variantChoice && winner < 0 && (
                    <VariantNode choice={explanation.variantChoice} variants={explanation.variants} />
                )}
            </ul>
            {explanation.warnings.map((warning) => (
                <Text key={warning} size="sm" c="var(--mantine-color-error)">
                    {warning}
                </Text>
            ))}
        </Stack>
    );
}

/** Begins with a capital, unless the first word is a name such as userId. */
const sentence = (text: string) => text.replace(/^[a-z]+(?= )/, (word) => word.charAt(0).toUpperCase() + word.slice(1));

function Node({ verdict, children, below }: { verdict: boolean | 'unknown'; children: ReactNode; below?: ReactNode }) {
    return (
        <li>
            <div className={classes['node']}>
                <span className={classes['mark']} data-verdict={String(verdict)}>
                    {verdict === true ? (
                        <IconCheck size={12} stroke={3} />
                    ) : verdict === false ? (
                        <IconX size={12} stroke={3} />
                    ) : (
                        <IconMinus size={12} stroke={3} />
                    )}
                </span>
                <div>
                    <span className="visually-hidden">
                        {verdict === true ? 'Holds: ' : verdict === false ? 'Does not hold: ' : 'Not known: '}
                    </span>
                    {children}
                </div>
            </div>
            {below && <ul className={classes['tree']}>{below}</ul>}
        </li>
    );
}

function Strategy({
    strategy,
    entry,
    isWinner,
    place,
}: {
    strategy: StrategyTrace;
    entry: PlaygroundEntry;
    isWinner: boolean;
    place: number;
}) {
    const { rollout } = strategy;
    return (
        <Node
            verdict={strategy.result.enabled}
            below={
                <>
                    {strategy.segments.map((segment) => (
                        <Node
                            key={segment.id}
                            verdict={segment.result}
                            below={segment.constraints.map((constraint, index) => (
                                // They stand in the order of the definition and never move.
                                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                                <ConstraintNode key={index} constraint={constraint} />
                            ))}
                        >
                            Segment <b>{segment.name ?? `#${segment.id}`}</b>
                        </Node>
                    ))}
                    {strategy.constraints.map((constraint, index) => (
                        // See above.
                        // biome-ignore lint/suspicious/noArrayIndexKey: see above
                        <ConstraintNode key={index} constraint={constraint} />
                    ))}
                    {rollout && (
                        <Node verdict={rollout.bucket !== null && rollout.bucket <= rollout.threshold}>
                            <Rollout {...rollout} />
                        </Node>
                    )}
                    {isWinner && strategy.variantChoice && (
                        <VariantNode choice={strategy.variantChoice} variants={strategy.variants} />
                    )}
                </>
            }
        >
            <b>
                Strategy {place}: {strategy.title || STRATEGY_NAMES[strategy.name] || strategy.name}
            </b>{' '}
            {isWinner && (
                <Badge size="xs" color="green">
                    decided
                </Badge>
            )}{' '}
            {strategy.id && (
                <Link
                    to="/projects/$projectId/features/$featureName"
                    params={{ projectId: entry.projectId, featureName: entry.name }}
                    search={{ environment: entry.environment, strategy: strategy.id }}
                    className={classes['edit']}
                >
                    edit
                </Link>
            )}
            <div className={classes['reason']}>{sentence(strategy.reason)}</div>
        </Node>
    );
}

function ConstraintNode({ constraint }: { constraint: StrategyTrace['constraints'][number] }) {
    return (
        <Node verdict={constraint.result}>
            <ConstraintText constraint={{ ...constraint, values: constraint.values ?? [] }} />
            <div className={classes['reason']}>
                saw {constraint.seen === null ? 'nothing' : <code>{constraint.seen}</code>} · {constraint.reason}
            </div>
        </Node>
    );
}

function Rollout({
    bucket,
    threshold,
    hashInput,
    stickiness,
}: {
    bucket: number | null;
    threshold: number;
    hashInput: string | null;
    stickiness: string;
}) {
    return (
        <>
            {bucket === null ? (
                `No bucket: the context has no ${stickiness} to stick to`
            ) : (
                <>
                    Bucket <b>{bucket}</b> of 100; those up to <b>{threshold}</b> are inside
                </>
            )}
            <div className={classes['bar']} aria-hidden="true">
                <div style={{ width: `${threshold}%` }} />
                {bucket !== null && <span style={{ left: `${bucket - 0.5}%` }} />}
            </div>
            {hashInput !== null && (
                <div className={classes['reason']}>
                    hash of <code>{hashInput}</code>
                </div>
            )}
        </>
    );
}

interface VariantProps {
    choice: NonNullable<Explanation['variantChoice']>;
    variants: Explanation['variants'];
}

function VariantNode({ choice, variants }: VariantProps) {
    const chosen = variants[choice.choice];
    return (
        <Node verdict>
            Variant <code>{chosen?.name}</code>
            <div className={classes['reason']}>{describeChoice(choice)}</div>
            <div className={classes['legend']}>
                {variants.map(({ name, weight }, index) => (
                    <span key={name} data-chosen={index === choice.choice || undefined}>
                        <i style={{ background: VARIANT_COLOURS[index % VARIANT_COLOURS.length] }} />
                        {name} {percent(weight)}
                    </span>
                ))}
            </div>
        </Node>
    );
}

function describeChoice({ bucket, total, interval, reason, hashInput }: VariantProps['choice']): string {
    if (bucket === null || !interval) return reason;
    return `bucket ${bucket} of ${total}, which is in ${interval[0]} to ${interval[1]}${hashInput === null ? '' : `; hash of ${hashInput}`}`;
}
