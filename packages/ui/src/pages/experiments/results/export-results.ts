import type { Experiment, Results } from '../experiment.queries.ts';

const COLUMNS = [
    ...['metric', 'role', 'variant', 'users', 'sum', 'sum_of_squares', 'estimate', 'estimate_low', 'estimate_high'],
    ...['effect', 'difference', 'effect_low', 'effect_high', 'p', 'adjusted_p', 'chance_to_win', 'state'],
] as const;

/** One row per metric and variant; a value that does not exist is an empty cell, not 0. */
export function resultsCsv({ metrics }: Pick<Results, 'metrics'>): string {
    const rows = metrics.flatMap(({ key, role, arms, effects }) =>
        arms.map(({ variant, n, sum, sumSquares, estimate, ci }) => {
            const effect = effects.find((each) => each.variant === variant);
            return [
                ...[key, role, variant, n, sum, sumSquares, estimate, ci?.[0], ci?.[1]],
                ...[effect?.effect, effect?.difference, effect?.ci?.[0], effect?.ci?.[1], effect?.p],
                ...[effect?.adjustedP, effect?.chanceToWin, effect?.state ?? 'control'],
            ];
        }),
    );
    return `${[COLUMNS, ...rows].map((row) => row.map(cell).join(',')).join('\n')}\n`;
}

// Spreadsheets would treat text with a leading = + - @ as a formula. Numbers may be negative.
function cell(value: unknown): string {
    if (typeof value === 'number') return String(value);
    const text = String(value ?? '').replace(/^[=+\-@\t\r]/, "'$&");
    return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The results with every number and its input, which `halyard stats check` computes again. */
export const resultsJson = (experiment: Experiment, results: Results): string =>
    `${JSON.stringify({ experiment, ...results }, null, 2)}\n`;
