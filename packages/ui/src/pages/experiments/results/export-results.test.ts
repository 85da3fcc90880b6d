import { expect, test } from 'vitest';
import { resultsCsv } from './export-results.ts';

const ARM = { n: 200, sum: 20, sumSquares: 20, estimate: 0.1, ci: [0.05, 0.15] };

test('the CSV has a row per metric and variant, and leaves cells without a value empty', () => {
    const csv = resultsCsv({
        metrics: [
            {
                key: 'bought',
                role: 'primary',
                arms: [
                    { ...ARM, variant: 'grey' },
                    { ...ARM, variant: '=cmd, "blue"', estimate: null, ci: null },
                ],
                effects: [
                    {
                        variant: '=cmd, "blue"',
                        effect: -0.2,
                        difference: 'relative',
                        ci: [-0.5, null],
                        p: 0.04,
                        state: 'worse',
                    },
                ],
            },
        ],
    });

    expect(csv.split('\n')).toEqual([
        'metric,role,variant,users,sum,sum_of_squares,estimate,estimate_low,estimate_high,effect,difference,effect_low,effect_high,p,adjusted_p,chance_to_win,state',
        'bought,primary,grey,200,20,20,0.1,0.05,0.15,,,,,,,,control',
        `bought,primary,"'=cmd, ""blue""",200,20,20,,,,-0.2,relative,-0.5,,0.04,,,worse`,
        '',
    ]);
});
