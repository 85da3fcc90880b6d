import type { ExperimentResults } from './results.schemas.ts';

const COLUMNS = [
    ...['at', 'metric', 'role', 'variant', 'n', 'sum', 'sumSquares', 'estimate', 'estimateLow', 'estimateHigh'],
    ...['difference', 'effect', 'low', 'high', 'p', 'adjustedP', 'chanceToWin', 'state'],
];

/** The results as a table: a row for each metric and variant, after the names of the columns. */
export function resultRows({ at, metrics }: ExperimentResults): (string | number | null)[][] {
    const rows = metrics.flatMap(({ key, role, arms, effects }) =>
        arms.map(({ variant, n, sum, sumSquares, estimate, ci }) => {
            const {
                difference,
                effect,
                ci: interval,
                p,
                adjustedP,
                chanceToWin,
                state,
            } = effects.find((each) => each.variant === variant) ?? CONTROL;
            return [
                ...[at, key, role, variant, n, sum, sumSquares, estimate, ...(ci ?? [null, null])],
                ...[
                    difference,
                    effect,
                    ...(interval ?? [null, null]),
                    p,
                    adjustedP ?? null,
                    chanceToWin ?? null,
                    state,
                ],
            ];
        }),
    );
    return [COLUMNS, ...rows];
}

/** The control is not compared with itself. */
const CONTROL = {
    difference: '',
    effect: null,
    ci: null,
    p: null,
    adjustedP: null,
    chanceToWin: null,
    state: 'control',
};
