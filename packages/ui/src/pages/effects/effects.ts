import type { Schemas } from '../../api/types.ts';

/** A flag or a segment as one environment's SDKs see it, before and after. */
export type DefinitionChange = Schemas['describedChange'];

/** The affected users in one environment. */
export type EnvironmentEffect = Schemas['environmentEffect'];
export type Population = EnvironmentEffect['population'];
export type AffectedFlag = Schemas['flagEffect'];
export type Share = AffectedFlag['byApp'][number];
export type Example = AffectedFlag['examples'][number];

/** The effect of a change, or the differences between two moments. */
export interface Effects {
    changes: DefinitionChange[];
    who?: EnvironmentEffect[];
}

/** The flags that a change edits; undefined if it also edits segments, which affect the flags that use them. */
export const editedFlags = (changes: readonly DefinitionChange[]): ReadonlySet<string> | undefined =>
    changes.some(({ kind }) => kind === 'segment') ? undefined : new Set(changes.map(({ name }) => name));
