import { parseArgs } from 'node:util';
import { rows } from './rows.ts';

export interface Options {
    /** The numbers of flags to measure. */
    sizes: number[];
    tableFlags: number;
    rounds: number;
    roundMs: number;
    /** The warm-up time of each server: compiled code costs half as much as at first. */
    warmUpMs: number;
    starts: number;
    restMs: number;
    only: (name: string) => boolean;
    budgetMs: number;
    out: string;
    /** Measures nothing: renders the table and the pictures from existing figures. */
    render: boolean;
}

export const HELP = `npm run bench -- peers [options]

  --sizes 100,1000,5000,20000   numbers of flags, each measured after the one before
  --rounds 3                    measured rounds of each request at each server
  --budget 15                   minutes; what does not fit is left out, and the tables say so
  --only search,toggle          only these requests; also "evaluators"
  --quick                       100 flags and one short round: a minute or two, to see that it works
  --out bench/peers             where results.md, results.json, cost.svg and growth.svg go;
                                .cache/peers when only a part is measured
  --render                      measure nothing, write the others again from results.json

Requests: ${rows.map(({ name }) => name).join(', ')}`;

/** The table uses this number of flags, unless other sizes are requested. */
const TABLE_FLAGS = 1_000;

/** Throws a message for the user when an option has an unknown value. */
export function readOptions(args: string[]): Options | 'help' {
    const { values } = parseArgs({
        args,
        options: {
            sizes: { type: 'string' },
            rounds: { type: 'string' },
            budget: { type: 'string', default: '15' },
            only: { type: 'string' },
            quick: { type: 'boolean', default: false },
            out: { type: 'string' },
            render: { type: 'boolean', default: false },
            help: { type: 'boolean', default: false },
        },
    });
    if (values.help) return 'help';
    const { quick } = values;
    const sizes = (values.sizes ?? (quick ? '100' : '100,1000,5000,20000'))
        .split(',')
        .map((text) => wholeNumber('sizes', text))
        .sort((a, b) => a - b);
    // Toggles and metrics use the first flags.
    if (sizes[0]! < 100) throw new Error('--sizes: at least 100 flags are needed.');
    const names = values.only?.split(',');
    const unknown = names?.filter((name) => name !== 'evaluators' && !rows.some((row) => row.name === name)) ?? [];
    if (unknown.length > 0) throw new Error(`--only: there is no ${unknown.join(', ')}.\n\n${HELP}`);
    return {
        sizes,
        tableFlags: sizes.includes(TABLE_FLAGS) ? TABLE_FLAGS : sizes.at(-1)!,
        rounds: wholeNumber('rounds', values.rounds ?? (quick ? '1' : '3')),
        roundMs: quick ? 150 : 400,
        warmUpMs: quick ? 150 : 3_000,
        starts: quick ? 1 : 3,
        restMs: quick ? 1_000 : 6_000,
        only: (name) => names?.includes(name) ?? true,
        budgetMs: wholeNumber('budget', values.budget) * 60_000,
        out: values.out ?? (quick || names ? '.cache/peers' : 'bench/peers'),
        render: values.render,
    };
}

function wholeNumber(option: string, text: string): number {
    const number = Number(text);
    if (!Number.isInteger(number) || number < 1) throw new Error(`--${option}: ${text} is not a whole number above 0.`);
    return number;
}
