import { isRecord, summarizeFlag } from '@halyard/engine';
import type { DefinitionChange } from './effects.ts';
import { sentenceChanges } from './sentence-changes.ts';

/** A change in one sentence, and how many further sentences differ. */
export interface ChangeSummary {
    before: string;
    after: string;
    /** Whether fewer or more users get the flag afterwards; undefined if it cannot be said. */
    direction: 'loss' | 'gain' | undefined;
    furtherCount: number;
}

type Definition = DefinitionChange['before']['definition'];
type SegmentName = (id: number) => string | undefined;

const MISSING = 'Doesn’t exist';

/** Describes who gets the flag before and after a change. If they are the same, describes the first difference. */
export function summarizeChange({ kind, before, after }: DefinitionChange, segmentName: SegmentName): ChangeSummary {
    if (kind === 'flag') {
        const [was, is] = [stateOf(before.definition, segmentName), stateOf(after.definition, segmentName)];
        if (was !== is) {
            return {
                before: was,
                after: is,
                direction: directionOf(before.definition, after.definition),
                furtherCount: 0,
            };
        }
    }
    const differences = sentenceChanges(before.sentences, after.sentences).filter(({ kind: how }) => how !== 'same');
    const [first] = differences;
    return {
        before: first && 'before' in first ? textOf(first.before) : before.definition === null ? MISSING : '',
        after: first && 'after' in first ? textOf(first.after) : after.definition === null ? MISSING : '',
        direction: undefined,
        furtherCount: Math.max(0, differences.length - 1),
    };
}

const textOf = (pieces: readonly { text: string }[]) =>
    pieces
        .map(({ text }) => text)
        .join('')
        .replace(/\.$/, '');

// Definitions are written by the service, in the format of SDKs.
const asFlag = (definition: NonNullable<Definition>) => definition as unknown as Parameters<typeof summarizeFlag>[0];

const stateOf = (definition: Definition, segmentName: SegmentName) =>
    definition === null ? MISSING : summarizeFlag(asFlag(definition), segmentName);

/** Compares the switch, then strategies that differ only in their percentages. */
function directionOf(before: Definition, after: Definition): ChangeSummary['direction'] {
    const [was, is] = [reachOf(before), reachOf(after)];
    const isComparable = was.share === 0 || is.share === 0 || was.rules === is.rules;
    if (!isComparable || was.share === is.share) return undefined;
    return was.share > is.share ? 'loss' : 'gain';
}

/** The sum of the percentages, and everything else that decides who gets a flag. Flags that are off reach nobody, by any rules. */
function reachOf(definition: Definition): { share: number; rules?: string } {
    if (definition === null || definition['enabled'] !== true) return { share: 0 };
    const strategies = Array.isArray(definition['strategies']) ? definition['strategies'].filter(isRecord) : [];
    const active = strategies.filter(({ disabled }) => disabled !== true);
    const shares = active.map(({ parameters }) => Number((isRecord(parameters) ? parameters : {})['rollout'] ?? 100));
    return {
        share: strategies.length === 0 ? 100 : shares.reduce((sum, share) => sum + share, 0),
        rules: JSON.stringify(active.map(({ name, constraints, segments }) => ({ name, constraints, segments }))),
    };
}
