import type { Explanation, StrategyTrace } from '@halyard/engine';
import { Badge, Stack, Text } from '@mantine/core';
import { IconCheck, IconMinus, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { strategyName } from '../strategies/names.ts';
import { ConstraintText } from '../strategies/Sentence.tsx';
import { RolloutBar, VariantBar } from './Buckets.tsx';
import classes from './ExplanationTree.module.css';
import { type ExplainedFlag, explanationOf, findingOf, firstFailureOf, sentence } from './explanation.ts';
import type { PlaygroundEntry } from './playground.queries.ts';
import { verdictOf } from './results.ts';

/** Explains a result: every check of the engine with its input and outcome. */
export function ExplanationTree({ entry, isPast }: { entry: PlaygroundEntry; isPast: boolean }) {
    const explanation = explanationOf(entry);
    const winner = explanation.strategies.findIndex(({ result }) => result.enabled === true);
    return (
        <Stack gap="sm">
            <div className={classes['answer']} data-on={explanation.enabled || undefined}>
                <Badge size="lg" color={explanation.enabled ? 'green' : 'gray'}>
                    {explanation.enabled ? 'On' : 'Off'}
                </Badge>
                <div>
                    <Text size="sm" fw={550}>
                        <Reason explanation={explanation} entry={entry} winner={winner} />
                    </Text>
                    {explanation.variant.enabled && (
                        <Text size="sm">
                            Variant <code>{explanation.variant.name}</code>
                        </Text>
                    )}
                </div>
            </div>
            <EvaluationContext context={entry.context} />
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
                        number={index + 1}
                        isPast={isPast}
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

function Reason({
    explanation,
    entry,
    winner,
}: {
    explanation: ExplainedFlag;
    entry: PlaygroundEntry;
    winner: number;
}) {
    const decided = explanation.enabled ? explanation.strategies[winner] : undefined;
    if (decided) return `Strategy ${winner + 1} applies${decided.title ? `: ${decided.title}` : ''}`;
    const isOff = explanation.switchedOn && explanation.dependenciesSatisfied && verdictOf(entry) === 'off';
    return isOff && explanation.strategies.length > 0 ? 'No strategy applies' : sentence(explanation.reason);
}

function EvaluationContext({ context }: { context: PlaygroundEntry['context'] }) {
    return (
        <dl className={classes['context']}>
            {Object.entries(context).map(([name, value]) => (
                <div key={name}>
                    <dt>{name}</dt>
                    <dd>{String(value)}</dd>
                </div>
            ))}
        </dl>
    );
}

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
                        {verdict === true ? 'Matches: ' : verdict === false ? 'Does not match: ' : 'Unknown: '}
                    </span>
                    {children}
                </div>
            </div>
            {below && <ul className={classes['tree']}>{below}</ul>}
        </li>
    );
}

interface StrategyProps {
    strategy: StrategyTrace;
    entry: PlaygroundEntry;
    isWinner: boolean;
    number: number;
    isPast: boolean;
}

function Strategy({ strategy, entry, isWinner, number, isPast }: StrategyProps) {
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
                                // The list is static: it keeps the order of the definition.
                                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                                <ConstraintNode key={index} constraint={constraint} />
                            ))}
                        >
                            Segment <b>{segment.name ?? `#${segment.id}`}</b>
                        </Node>
                    ))}
                    {strategy.constraints.map((constraint, index) => (
                        // The list is static: it keeps the order of the definition.
                        // biome-ignore lint/suspicious/noArrayIndexKey: see above
                        <ConstraintNode key={index} constraint={constraint} />
                    ))}
                    {rollout && (
                        <Node verdict={rollout.bucket !== null && rollout.bucket <= rollout.threshold}>
                            <RolloutBar {...rollout} />
                        </Node>
                    )}
                    {isWinner && strategy.variantChoice && (
                        <VariantNode choice={strategy.variantChoice} variants={strategy.variants} />
                    )}
                </>
            }
        >
            <b>
                Strategy {number}: {strategy.title || strategyName(strategy.name) || strategy.name}
            </b>{' '}
            {isWinner && (
                <Badge size="xs" color="green">
                    decided
                </Badge>
            )}{' '}
            {strategy.id && !isPast && (
                <Link
                    to="/projects/$projectId/features/$featureName"
                    params={{ projectId: entry.projectId, featureName: entry.name }}
                    search={{ environment: entry.environment, strategy: strategy.id }}
                    className={classes['edit']}
                >
                    edit
                </Link>
            )}
            {!isWinner && <div className={classes['reason']}>{firstFailureOf(strategy)}</div>}
        </Node>
    );
}

function ConstraintNode({ constraint }: { constraint: StrategyTrace['constraints'][number] }) {
    const finding = findingOf(constraint);
    return (
        <Node verdict={constraint.result}>
            <ConstraintText constraint={{ ...constraint, values: constraint.values ?? [] }} />
            <div className={classes['reason']}>
                {finding ?? (
                    <>
                        context value <code>{constraint.seen}</code>
                    </>
                )}
            </div>
        </Node>
    );
}

interface VariantProps {
    choice: NonNullable<Explanation['variantChoice']>;
    variants: Explanation['variants'];
}

function VariantNode({ choice, variants }: VariantProps) {
    return (
        <Node verdict>
            Variant <code>{variants[choice.choice]?.name}</code>
            <VariantBar choice={choice} variants={variants} />
        </Node>
    );
}
