import type { Bucketing, Range } from './bucketing.ts';
import type { ImportCondition } from './condition.ts';

export type ImportedJson =
    | string
    | number
    | boolean
    | null
    | readonly ImportedJson[]
    | { readonly [name: string]: ImportedJson };

/** The result of a flag: off (also used for "the code's own default"), on, or on with a value. */
export type ImportOutcome = 'off' | 'on' | { readonly value: ImportedJson; readonly name?: string };

/** Shares of a rule's audience. */
export interface ImportSplit {
    readonly bucketing: Bucketing;
    readonly parts: readonly ImportSplitPart[];
}

export interface ImportSplitPart {
    /** From 0 to 1. */
    readonly share: number;
    readonly ranges: readonly Range[];
    /** `next`: the rules after this one decide. */
    readonly serves: ImportOutcome | 'next';
}

export type Serves = { readonly outcome: ImportOutcome } | { readonly split: ImportSplit };

/** The first matching rule decides. */
export interface ImportRule {
    /** The location in the source document, e.g. `flags.checkout.rules[2]`. */
    readonly path: string;
    readonly title: string;
    readonly when: ImportCondition;
    readonly serves: Serves;
    /** Parts of this rule that cannot be imported, independent of its condition. */
    readonly losses?: readonly string[];
    /** The conditions under which the rule is exact: each completes "exact when …". */
    readonly caveats?: readonly string[];
}

/** A flag in one environment of the source. */
export interface ForeignState {
    readonly isOn: boolean;
    /** Rules of the enabled flag; contexts without a matching rule get nothing. */
    readonly rules: readonly ImportRule[];
    /** Applies while the flag is off. */
    readonly off: ImportRule;
}

export interface ForeignFlag {
    readonly key: string;
    /** The location in the document. */
    readonly path: string;
    readonly description: string | undefined;
    readonly tags: readonly string[];
    /** Whether the flag is boolean, so that callers may use isEnabled. */
    readonly isBoolean: boolean;
    /** By the name of the environment in the source. */
    readonly states: ReadonlyMap<string, ForeignState>;
    /** The reason for each environment in which the flag is malformed. */
    readonly malformed?: ReadonlyMap<string, string>;
    /** Parts that are not imported and do not belong to a rule. */
    readonly notes: readonly string[];
}

/** A flag that is not imported, and why. */
export interface LeftOutFlag {
    readonly name: string;
    readonly path: string;
    readonly reason: string;
}

/** All environments of the document in which a flag exists. */
export const environmentsOf = ({ states, malformed }: ForeignFlag): string[] => [
    ...states.keys(),
    ...(malformed?.keys() ?? []),
];

/** The result of reading a document of any product. */
export interface ForeignProject {
    readonly flags: readonly ForeignFlag[];
    /** Flags that are malformed, or refer to a malformed part of the document. */
    readonly leftOut: readonly LeftOutFlag[];
    /** Parts that are not imported and do not belong to a flag, and instructions for sending contexts. */
    readonly notes: readonly string[];
}
