import { Badge, Tooltip } from '@mantine/core';
import { Fragment } from 'react';
import { formatDecimal, formatShare } from '../../../components/text/numbers.ts';
import { EFFECT_LOOKS, type EffectState, stateOf } from '../effect-states.ts';
import { formatEffect, formatEstimate, formatInterval, KIND_WORDS } from '../effect-words.ts';
import type { Effect, ExperimentMetric, MetricResult, Results } from '../experiment.queries.ts';
import classes from './ForestPlot.module.css';
import { type PlotScale, scaleOf } from './plot-scale.ts';

interface Props {
    label: string;
    metrics: readonly ExperimentMetric[];
    results: readonly MetricResult[];
    isBayesian: boolean;
}

const GROUPS: Record<MetricResult['role'], string> = {
    primary: 'Primary metric',
    secondary: 'Secondary metrics',
    guard: 'Guard metrics',
};

/** The effects on all metrics as intervals around zero. It is a table: every drawn value is also in a cell. */
export function ForestPlot({ label, metrics, results, isBayesian }: Props) {
    const rows = results.flatMap((result) => {
        const metric = metrics.find(({ key }) => key === result.key);
        return metric ? [{ result, metric }] : [];
    });
    const intervalsOf = (each: (typeof rows)[number]) =>
        each.result.effects.map(({ effect, ci }) => ({ effect, ci, limit: limitOf(each.metric) }));
    const isShared = rows.every(({ result }) => result.effects.every(({ difference }) => difference === 'relative'));
    const shared = scaleOf(rows.flatMap(intervalsOf));
    const groups = (Object.keys(GROUPS) as MetricResult['role'][]).filter((role) =>
        rows.some(({ metric }) => metric.role === role),
    );
    return (
        <table className={classes['forest']} aria-label={label}>
            <thead>
                <tr>
                    <th scope="col">Metric</th>
                    <th scope="col">Variant</th>
                    <th scope="col" className={classes['axis']}>
                        <span className="visually-hidden">Interval</span>
                        {isShared ? <Axis scale={shared} /> : 'Each metric has a scale of its own'}
                    </th>
                    <th scope="col">Effect</th>
                    <th scope="col">{isBayesian ? 'Chance to win' : 'p'}</th>
                    <th scope="col">State</th>
                </tr>
            </thead>
            {groups.map((role) => (
                <tbody key={role}>
                    <tr className={classes['group']}>
                        <th colSpan={6} scope="rowgroup">
                            {GROUPS[role]}
                        </th>
                    </tr>
                    {rows
                        .filter(({ metric }) => metric.role === role)
                        .map((each) => (
                            <Fragment key={each.metric.key}>
                                {each.result.effects.map((effect, index) => (
                                    <EffectRow
                                        key={effect.variant}
                                        metric={each.metric}
                                        result={each.result}
                                        effect={effect}
                                        isFirst={index === 0}
                                        scale={isShared ? shared : scaleOf(intervalsOf(each))}
                                        isBayesian={isBayesian}
                                    />
                                ))}
                            </Fragment>
                        ))}
                </tbody>
            ))}
        </table>
    );
}

/** The value beyond which a guard metric shows harm. */
const limitOf = ({ role, direction, margin }: ExperimentMetric): number | undefined =>
    role === 'guard' && margin ? (direction === 'up' ? -margin : margin) : undefined;

interface RowProps {
    metric: ExperimentMetric;
    result: MetricResult;
    effect: Effect;
    isFirst: boolean;
    scale: PlotScale;
    isBayesian: boolean;
}

function EffectRow({ metric, result, effect, isFirst, scale, isBayesian }: RowProps) {
    const [control] = result.arms;
    const arm = result.arms.find(({ variant }) => variant === effect.variant);
    const state = stateOf(effect, Math.min(control?.n ?? 0, arm?.n ?? 0));
    const { kind } = metric;
    return (
        <tr data-first={isFirst || undefined}>
            <th scope="row" className={classes['metric']}>
                {isFirst ? (
                    <>
                        {metric.key}
                        <small>
                            {KIND_WORDS[kind]} of {metric.outcome}
                            {metric.denominator && ` / ${metric.denominator}`}, {metric.direction} is better
                        </small>
                    </>
                ) : (
                    <span className="visually-hidden">{metric.key}</span>
                )}
            </th>
            <td className={classes['variant']}>
                {effect.variant}
                <small className="num">
                    {control ? formatEstimate(control, kind) : 'no data'} →{' '}
                    {arm ? formatEstimate(arm, kind) : 'no data'}
                </small>
            </td>
            <td className={classes['plotCell']}>
                <IntervalPlot effect={effect} scale={scale} state={state} limit={limitOf(metric)} />
            </td>
            <td className={classes['effect']}>
                {effect.effect === null ? '–' : formatEffect(effect.effect, effect.difference, kind)}
                <small className="num">{formatInterval(effect, kind)}</small>
            </td>
            <td className={classes['p']} data-title={isBayesian ? 'Chance to win' : 'p'}>
                {isBayesian
                    ? effect.chanceToWin === undefined
                        ? '–'
                        : formatShare(effect.chanceToWin)
                    : formatP(effect.p)}
                {!isBayesian && effect.adjustedP !== undefined && <small>adjusted {formatP(effect.adjustedP)}</small>}
            </td>
            <td className={classes['state']}>
                <EffectBadge state={state} />
            </td>
        </tr>
    );
}

const formatP = (p: number | null) => (p === null ? '–' : p < 0.0001 ? '< 0.0001' : formatDecimal(p));

/** The state of an effect, by icon, colour and words. */
export function EffectBadge({ state }: { state: EffectState }) {
    const { label, icon: Icon, color, variant, about } = EFFECT_LOOKS[state];
    return (
        <Tooltip label={about} multiline maw={280}>
            <Badge color={color} variant={variant} leftSection={<Icon size={12} />} data-effect={state}>
                {label}
            </Badge>
        </Tooltip>
    );
}

function Axis({ scale }: { scale: PlotScale }) {
    return (
        <span className={classes['ticks']} aria-hidden="true">
            {scale.ticks.map((tick) => (
                <span key={tick} style={{ left: `${100 * scale.position(tick)}%` }} data-zero={tick === 0 || undefined}>
                    {tick === 0 ? '0' : formatEffect(tick, 'relative', 'mean')}
                </span>
            ))}
        </span>
    );
}

interface PlotProps {
    effect: Pick<Effect, 'effect' | 'ci'>;
    scale: PlotScale;
    state: EffectState;
    limit?: number | undefined;
}

/** An interval around zero. Arrows say that it continues outside of the plot. */
function IntervalPlot({ effect: { effect, ci }, scale, state, limit }: PlotProps) {
    const at = (value: number) => `${100 * scale.position(value)}%`;
    const [low = null, high = null] = ci ?? [];
    const [from, to] = [low === null ? 0 : scale.position(low), high === null ? 1 : scale.position(high)];
    return (
        <div className={classes['plot']} aria-hidden="true" data-state={state}>
            {scale.ticks.map((tick) => (
                <i
                    key={tick}
                    className={classes['grid']}
                    style={{ left: at(tick) }}
                    data-zero={tick === 0 || undefined}
                />
            ))}
            {limit !== undefined && <i className={classes['limit']} style={{ left: at(limit) }} />}
            {ci && (
                <i
                    className={classes['interval']}
                    style={{ left: `${100 * from}%`, width: `${100 * (to - from)}%` }}
                    data-low-open={low === null || scale.isOutside(low) || undefined}
                    data-high-open={high === null || scale.isOutside(high) || undefined}
                />
            )}
            {effect !== null && !scale.isOutside(effect) && (
                <i className={classes['point']} style={{ left: at(effect) }} />
            )}
        </div>
    );
}

/** The number of comparisons that a table shows. */
export const comparisonsIn = ({ metrics }: Pick<Results, 'metrics'>): number =>
    metrics.reduce((sum, { effects }) => sum + effects.length, 0);
