export { constraintProblem, matchesText } from './constraint.ts';
export { contextKey, randomDrawsOf } from './context-key.ts';
export type {
    ConstraintDefinition,
    Context,
    DependencyDefinition,
    EvaluatedVariant,
    Evaluation,
    FlagDefinition,
    Runtime,
    SegmentDefinition,
    StrategyDefinition,
    VariantDefinition,
    VariantPayload,
} from './definitions.ts';
export {
    type EffectExample,
    type EffectQuery as EffectQuestion,
    effectOf,
    effectOfInSteps,
    type FlagEffect,
} from './effect.ts';
export {
    type CountBounds,
    type CountedEffect,
    describeAffected,
    describeCount,
    describeOthers,
    EFFECT_COUNTS,
    type EffectCount,
    type EvaluatedContexts,
    type UnmeasuredReason,
} from './effect-sentences.ts';
export { decideAll, evaluate, evaluateAll } from './evaluate.ts';
export { explain, explainer } from './explain.ts';
export type {
    ConstraintTrace,
    DependencyTrace,
    ExplainedResult,
    Explanation,
    RolloutTrace,
    SegmentTrace,
    StrategyTrace,
    VariantTrace,
} from './explanation.ts';
export type { CompiledFlag } from './flag.ts';
export { FlagSet, onlyProjects, type Warning, warningsOf } from './flag-set.ts';
export { algorithms } from './foreign/algorithms.ts';
export type { AlgorithmName } from './foreign/products.ts';
export { localTime } from './local-time.ts';
export { isRecord } from './malformed.ts';
export { operatorWords } from './operator-phrases.ts';
export { findOperator, type OperatorName, operators } from './operators/index.ts';
export {
    constraintPhrases,
    type DescribedConstraint,
    type DescribedStrategy,
    type Phrase,
    percent,
    strategyPhrases,
    valuesOf,
} from './phrases.ts';
export { describeConstraint, describeFlag, describeSegment, describeStrategy, summarizeFlag } from './sentences.ts';

export type { Split } from './splits.ts';
export { type StrategyTypeName, strategyTypes } from './strategies/index.ts';
export { changesBetween, touchedBy } from './touched.ts';
export {
    type CompileSteps,
    compileFlags,
    compileFlagsInSteps,
    type DefinitionChanges,
    type Definitions,
    updateFlags,
    updateFlagsInSteps,
} from './update.ts';
export { distributeWeights } from './weights.ts';
