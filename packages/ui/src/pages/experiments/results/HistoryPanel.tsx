import { Select, Text } from '@mantine/core';
import { useState } from 'react';
import { Chart } from '../../../components/charts/Chart.tsx';
import { chartColour } from '../../../components/charts/colours.ts';
import { Panel } from '../../../components/layout/Panel.tsx';
import { QueryContent, Rows } from '../../../components/layout/States.tsx';
import { dateTime, shortDay, timeOfDay } from '../../../components/time/time.tsx';
import { formatEffect, formatInterval } from '../effect-words.ts';
import { type Effect, type Experiment, type ResultsView, useHistory } from '../experiment.queries.ts';

const DAY_MS = 86_400_000;

interface Props {
    experiment: Experiment;
    view: ResultsView;
}

/** How the effect and its interval developed. */
export function HistoryPanel({ experiment, view }: Props) {
    const history = useHistory(experiment, view);
    const points = history.data ?? [];
    const choices = (points.at(-1)?.metrics ?? []).flatMap(({ key, effects }) =>
        effects.map(({ variant }) => ({
            value: JSON.stringify([key, variant]),
            label: `${key}: ${variant}`,
            key,
            variant,
        })),
    );
    const primary = experiment.metrics.find(({ role }) => role === 'primary')?.key;
    const [chosen, setChosen] = useState<string>();
    const shown = choices.find(({ value }) => value === chosen) ?? choices.find(({ key }) => key === primary);
    return (
        <Panel
            title="Over time"
            about="The effect at each time, with the interval that was known then."
            actions={
                choices.length > 1 &&
                shown && (
                    <Select
                        size="xs"
                        aria-label="Metric and variant"
                        data={choices.map(({ value, label }) => ({ value, label }))}
                        value={shown.value}
                        onChange={(value) => value && setChosen(value)}
                    />
                )
            }
        >
            <QueryContent query={history} skeleton={<Rows count={4} />}>
                {(all) => {
                    const effects = all.map(({ metrics }) =>
                        metrics
                            .find(({ key }) => key === shown?.key)
                            ?.effects.find(({ variant }) => variant === shown?.variant),
                    );
                    if (!shown || !effects.some((effect) => effect && effect.effect !== null)) {
                        return (
                            <Text size="sm" c="dimmed">
                                No effect was recorded yet. One follows a minute after the first outcomes of every
                                variant.
                            </Text>
                        );
                    }
                    const kind = experiment.metrics.find(({ key }) => key === shown.key)?.kind ?? 'mean';
                    const isLong = Date.parse(all.at(-1)!.at) - Date.parse(all[0]!.at) > DAY_MS;
                    return (
                        <Chart
                            label={`Effect on ${shown.label} over time`}
                            height={180}
                            hasDecimals
                            format={(value) => formatEffect(value, view.difference, kind)}
                            bins={all.map(({ at }) => (isLong ? shortDay(at) : timeOfDay(at)))}
                            titleOf={(bin) => titleOf(all[bin]!.at, effects[bin], kind)}
                            series={[
                                {
                                    name: shown.label,
                                    colour: chartColour(0),
                                    isLine: true,
                                    values: effects.map((effect) => effect?.effect ?? null),
                                },
                            ]}
                            band={{ ...boundsOf(effects), colour: chartColour(0) }}
                        />
                    );
                }}
            </QueryContent>
        </Panel>
    );
}

const titleOf = (at: string, effect: Effect | undefined, kind: Experiment['metrics'][number]['kind']) =>
    effect?.ci ? `${dateTime(at)}: ${formatInterval(effect, kind)}, ${effect.state}` : dateTime(at);

/** How many times as far from zero as the last effect an interval is drawn at most: the first ones are very wide. */
const MAX_SPREAD = 4;

/** The intervals, cut so that the first ones do not flatten the later ones. */
export function boundsOf(effects: readonly (Pick<Effect, 'effect' | 'ci'> | undefined)[]) {
    const last = effects.findLast((effect) => effect?.ci);
    const known = [...(last?.ci ?? []), ...effects.map((effect) => effect?.effect ?? null)];
    const most = MAX_SPREAD * Math.max(0, ...known.map((value) => Math.abs(value ?? 0)));
    const cut = (value: number | null | undefined) => {
        if (value === null || value === undefined) return null;
        return most > 0 ? Math.min(most, Math.max(-most, value)) : value;
    };
    return {
        lows: effects.map((effect) => cut(effect?.ci?.[0])),
        highs: effects.map((effect) => cut(effect?.ci?.[1])),
    };
}
