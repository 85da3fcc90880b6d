/** When a context was sampled, and for which projects. */
export interface SampleOrigin {
    /** In milliseconds. */
    readonly at: number;
    /** The token sees every project, also those without flags. */
    readonly seesAll: boolean;
    /** The projects whose flags were evaluated with the context. Samples of the same projects may share the list. */
    readonly evaluated: readonly string[];
}

export type SampleProjects = Omit<SampleOrigin, 'at'>;
