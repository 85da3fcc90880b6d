import type { FlagTrace } from './recent-changes.ts';

export interface PublishedFlag extends FlagTrace {
    readonly name: string;
    /** The revision of the definition. */
    readonly revision: number;
    /** The flags on which it depends, in any project. */
    readonly parents: readonly string[];
    /** The definition as sent to SDKs. */
    readonly json: string;
    /** The members that explanations show and SDKs do not receive; undefined when the flag has no strategies. */
    readonly hidden: string | undefined;
}

/** The visible projects; undefined: all. */
export type VisibleProjects = readonly string[] | undefined;
