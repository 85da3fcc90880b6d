import type { CompiledStrategy, StrategyEvaluator } from './rule.ts';

export const always: CompiledStrategy = {
    passes: () => true,
    explain: () => ({ passes: true, reason: 'applies to everyone' }),
};

export const everyone: StrategyEvaluator = {
    parameters: [],
    compile: () => always,
};
