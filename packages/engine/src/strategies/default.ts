import type { Rule, StrategyType } from './rule.ts';

export const always: Rule = {
    passes: () => true,
    explain: () => ({ passes: true, reason: 'applies to everyone' }),
};

export const everyone: StrategyType = {
    parameters: [],
    compile: () => always,
};
