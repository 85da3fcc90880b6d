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
    /** Of 1. */
    readonly share: number;
    readonly ranges: readonly Range[];
    /** `next`: the rules after this one decide. */
    readonly serves: ImportOutcome | 'next';
}

export type Serves = { readonly outcome: ImportOutcome } | { readonly split: ImportSplit };

/** The first rule that holds decides. */
export interface ImportRule {
    /** The location in the source document, e.g. `flags.checkout.rules[2]`. */
    readonly path: string;
    readonly title: string;
    readonly when: ImportCondition;
    readonly serves: Serves;
    /** What of this rule does not come along, whatever its condition. */
    readonly losses?: readonly string[];
    /** The condition of exactness: completes "exact when …". */
    readonly caveats?: readonly string[];
}

/** A flag in one environment of the source. */
export interface ForeignState {
    readonly isOn: boolean;
    /** Rules of the enabled flag; contexts without a matching rule get nothing. */
    readonly rules: readonly ImportRule[];
    /** While it is off. */
    readonly off: ImportRule;
}

export interface ForeignFlag {
    readonly key: string;
    /** The location in the document. */
    readonly path: string;
    readonly description: string | undefined;
    readonly tags: readonly string[];
    /** A boolean flag: callers may use isEnabled. */
    readonly isBoolean: boolean;
    /** By the source's name of the environment. */
    readonly states: ReadonlyMap<string, ForeignState>;
    /** What does not come along and belongs to no rule. */
    readonly notes: readonly string[];
}

/** What every importer makes of a document. */
export interface ForeignProject {
    readonly flags: readonly ForeignFlag[];
    /** What does not come along and belongs to no flag; and how contexts have to be sent. */
    readonly notes: readonly string[];
}
