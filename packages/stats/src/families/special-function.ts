import { invalid, numbersOf, oneOf } from '../input.ts';
import { betaInc } from '../special/beta.ts';
import { gammaP, gammaQ, lgamma } from '../special/gamma.ts';
import { erfInv, normCdf, normQuantile } from '../special/normal.ts';
import { tCdf, tQuantile } from '../special/student.ts';

interface SpecialFunction {
    /** The number of arguments. */
    arity: number;
    /** Whether the arguments are in the domain. */
    accepts: (...args: number[]) => boolean;
    compute: (...args: number[]) => number;
}

const isShare = (p: number) => p > 0 && p < 1;
const all = () => true;

/** The functions by name, with the parameters of a distribution after its argument, and those of a function before it. */
const FUNCTIONS = {
    normCdf: { arity: 1, accepts: all, compute: normCdf },
    normQuantile: { arity: 1, accepts: isShare, compute: normQuantile },
    tCdf: { arity: 2, accepts: (_, degrees) => degrees! > 0, compute: tCdf },
    tQuantile: { arity: 2, accepts: (p, degrees) => isShare(p!) && degrees! > 0, compute: tQuantile },
    chi2Sf: {
        arity: 2,
        accepts: (x, degrees) => x! >= 0 && degrees! > 0,
        compute: (x, degrees) => gammaQ(degrees / 2, x / 2),
    },
    lgamma: { arity: 1, accepts: (x) => x! > 0, compute: lgamma },
    betaInc: {
        arity: 3,
        accepts: (a, b, x) => a! > 0 && b! > 0 && x! >= 0 && x! <= 1,
        compute: (a, b, x) => betaInc(a, b, x),
    },
    gammaP: { arity: 2, accepts: (a, x) => a! > 0 && x! >= 0, compute: gammaP },
    gammaQ: { arity: 2, accepts: (a, x) => a! > 0 && x! >= 0, compute: gammaQ },
    erfInv: { arity: 1, accepts: (y) => Math.abs(y!) < 1, compute: erfInv },
} satisfies Record<
    string,
    { arity: number; accepts: (...args: number[]) => boolean; compute: (...args: never[]) => number }
>;

export type SpecialFunctionName = keyof typeof FUNCTIONS;

export function specialFunction(input: { fn: SpecialFunctionName; args: number[] }): { value: number } {
    const name = oneOf(input.fn, 'fn', Object.keys(FUNCTIONS) as SpecialFunctionName[]);
    const { arity, accepts, compute } = FUNCTIONS[name] as SpecialFunction;
    const args = numbersOf(input.args, 'args');
    if (args.length !== arity) invalid('args', `must have ${arity} members for ${name}`);
    if (!accepts(...args)) invalid('args', `are outside the domain of ${name}`);
    return { value: compute(...args) };
}
