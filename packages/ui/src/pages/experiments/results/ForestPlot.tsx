import { Badge, Tooltip } from '@mantine/core';
import { formatDecimal, formatShare } from '../../../components/text/numbers.ts';
import { EFFECT_LOOKS, type EffectState, stateOf } from '../effect-states.ts';
import { formatEffect, formatEstimate, formatInterval } from '../effect-words.ts';
import type { Effect, ExperimentMetric, MetricResult } from '../experiment.queries.ts';
import classes from './ForestPlot.module.css';
import { type PlotScale, scaleOf } from './plot-scale.ts';

/** A row: a metric, or one metric in one segment. */
export interface ForestRow {
    name: string;
    about: string;
    metric: ExperimentMetric;
    result: MetricResult;
}

interface Props {
    label: string;
    /** The heading of the first column. */
    heading: string;
    /** Rows with a scale of their own, by title. */
    groups: readonly { title: string; rows: readonly ForestRow[] }[];
    isBayesian: boolean;
}

/** Effects as intervals around zero. It is a table: every drawn value is also in a cell. */
export function ForestPlot({ label, heading, groups, isBayesian }: Props) {
    return (
        <table className={classes['forest']} aria-label={label}>
            <thead>
                <tr>
                    <th scope="col">{heading}</th>
                    <th scope="col">Variant</th>
                    <th scope="col" className={classes['axis']}>
                        95% interval
                    </th>
                    <th scope="col">Effect</th>
                    <th scope="col">{isBayesian ? 'Chance to win' : 'p'}</th>
                    <th scope="col">State</th>
                </tr>
            </thead>
            {groups.map(({ title, rows }) => (
                <Group key={title} title={title} rows={rows} isBayesian={isBayesian} />
            ))}
        </table>
    );
}

const intervalsOf = ({ result, metric }: ForestRow) =>
    result.effects.map(({ effect, ci }) => ({ effect, ci, limit: limitOf(metric) }));

/** Relative effects of a group share a scale; absolute ones of several metrics have different units. */
function Group({ title, rows, isBayesian }: { title: string; rows: readonly ForestRow[]; isBayesian: boolean }) {
    const [first] = rows;
    const isShared = rows.every(
        ({ metric, result }) =>
            metric.key === first?.metric.key || result.effects.every(({ difference }) => difference === 'relative'),
    );
    const shared = scaleOf(rows.flatMap(intervalsOf));
    const difference = first?.result.effects[0]?.difference ?? 'relative';
    return (
        <tbody>
            <tr className={classes['group']}>
                <th colSpan={2} scope="rowgroup">
                    {title}
                </th>
                <td className={classes['axis']}>
                    {isShared ? (
                        <Axis
                            scale={shared}
                            format={(tick) => formatEffect(tick, difference, first?.metric.kind ?? 'mean')}
                        />
                    ) : (
                        'Each metric has a scale of its own'
                    )}
                </td>
                <td colSpan={3} />
            </tr>
            {rows.map((row) =>
                row.result.effects.map((effect, index) => (
                    <EffectRow
                        key={`${row.name} ${effect.variant}`}
                        row={row}
                        effect={effect}
                        isFirst={index === 0}
                        scale={isShared ? shared : scaleOf(intervalsOf(row))}
                        isBayesian={isBayesian}
                    />
                )),
            )}
        </tbody>
    );
}

/** The value beyond which a guard metric shows harm. */
const limitOf = ({ role, direction, margin }: ExperimentMetric): number | undefined =>
    role === 'guard' && margin ? (direction === 'up' ? -margin : margin) : undefined;

interface RowProps {
    row: ForestRow;
    effect: Effect;
    isFirst: boolean;
    scale: PlotScale;
    isBayesian: boolean;
}

function EffectRow({ row: { name, about, metric, result }, effect, isFirst, scale, isBayesian }: RowProps) {
    const [control] = result.arms;
    const arm = result.arms.find(({ variant }) => variant === effect.variant);
    const state = stateOf(effect, Math.min(control?.n ?? 0, arm?.n ?? 0));
    const { kind } = metric;
    return (
        <tr data-first={isFirst || undefined}>
            <th scope="row" className={classes['metric']}>
                {isFirst ? (
                    <>
                        {name}
                        <small>{about}</small>
                    </>
                ) : (
                    <span className="visually-hidden">{name}</span>
                )}
            </th>
            <td className={classes['variant']}>
                {effect.variant}
                <small className="num">
                    {arm ? formatEstimate(arm, kind) : 'no data'}, {control?.variant}{' '}
                    {control ? formatEstimate(control, kind) : 'no data'}
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

function Axis({ scale, format }: { scale: PlotScale; format: (tick: number) => string }) {
    return (
        <span className={classes['ticks']} aria-hidden="true">
            {scale.ticks.map((tick) => (
                <span key={tick} style={{ left: `${100 * scale.position(tick)}%` }} data-zero={tick === 0 || undefined}>
                    {tick === 0 ? '0' : format(tick)}
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
