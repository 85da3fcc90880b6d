import type { Bucketing, Range } from './bucketing.ts';
import type { ImportCondition } from './condition.ts';

export type ImportedJson = string | number | boolean | null | readonly ImportedJson[] | { readonly [name: string]: ImportedJson };

/** What a flag answers: off, which is also what "the code's own default" comes to; on; or on with a value. */
export type ImportOutcome = 'off' | 'on' | { readonly value: ImportedJson; readonly name?: string };

/** Shares of those whom a rule is for. */
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
    /** Where it stands in the document of the source, e.g. `flags.checkout.rules[2]`. */
    readonly path: string;
    readonly title: string;
    readonly when: ImportCondition;
    readonly serves: Serves;
    /** What of this rule does not come along, whatever its condition. */
    readonly losses?: readonly string[];
    /** What is true of it only under a condition: completes "exact when …". */
    readonly caveats?: readonly string[];
}

/** A flag as it stands in one environment of the source. */
export interface ForeignState {
    readonly isOn: boolean;
    /** While it is on; nobody whom no rule is for gets anything. */
    readonly rules: readonly ImportRule[];
    /** While it is off. */
    readonly off: ImportRule;
}

export interface ForeignFlag {
    readonly key: string;
    /** Where it stands in the document. */
    readonly path: string;
    readonly description: string | undefined;
    readonly tags: readonly string[];
    /** Answers true and false and nothing else: whoever reads it may ask whether it is on. */
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
