import { compileFlags, decideAll, type Evaluation, evaluate } from '../../src/index.ts';
import { contextOf, wireFormat } from '../scenario.ts';
import type { Engine } from './engine.ts';

const runtime = { now: Date.now, random: Math.random };

export const halyard: Engine = {
    name: 'halyard',
    async single(flag, users) {
        const set = compileFlags({ features: [wireFormat(flag)] }, runtime);
        const contexts = users.map(contextOf);
        return (user) => evaluate(set, flag.name, contexts[user]!);
    },
    async all(flags, users) {
        const set = compileFlags({ features: flags.map(wireFormat) }, runtime);
        const contexts = users.map(contextOf);
        const outcomes = new Int32Array(flags.length);
        return (user) => decideAll(set, contexts[user]!, outcomes);
    },
    isOn: (answer) => (answer as Evaluation).enabled,
};
