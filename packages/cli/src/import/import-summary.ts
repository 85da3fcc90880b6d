import type { Output } from '../program/output.ts';
import { plain } from '../program/printable.ts';
import { table } from '../program/table.ts';

/** The result of every import; each source may add members. */
export interface ImportSummary<Kind extends string = string> {
    /** The file or the URL of the source. */
    from: string;
    to: string;
    applied: boolean;
    /** The number of imported objects, or in a preview of objects to import. */
    imported: Partial<Record<Kind, number>>;
    /** The number of objects that are refused, completely or in one environment. */
    refused: Partial<Record<Kind, number>>;
    /** The number of objects that exist already with the same content. */
    same: Partial<Record<Kind, number>>;
    /** Existing objects that differ. */
    conflicts: string[];
    /** Objects that are not imported, with the reason. */
    failures: string[];
    notes: string[];
}

/** The sections that all imports have in common. */
export function summaryText(
    { imported, refused, same, applied, conflicts, failures, notes }: ImportSummary,
    output: Output,
): string[] {
    const kinds = [...new Set([...Object.keys(imported), ...Object.keys(refused), ...Object.keys(same)])];
    const lists: [string, string[]][] = [
        [output.paint('red', applied ? 'Failed:' : 'Will not be imported:'), failures],
        [output.paint('yellow', 'Exists and differs (--overwrite replaces it):'), conflicts],
        ['Notes:', notes],
    ];
    return [
        table(
            ['', applied ? 'Imported' : 'To import', 'Refused', 'Already there'],
            kinds.map((kind) => [kind, imported[kind] ?? 0, refused[kind] ?? 0, same[kind] ?? 0]),
            { paint: (text) => output.paint('bold', text), empty: 'There is nothing to import.' },
        ),
        ...lists.flatMap(([title, lines]) =>
            lines.length > 0 ? ['', title, ...lines.map((line) => `  ${plain(line)}`)] : [],
        ),
    ];
}

/** `mayApply`: the command was called with `--apply`. */
export function nextStepText({ applied, conflicts }: ImportSummary, mayApply: boolean): string[] {
    if (applied) return [];
    if (!mayApply) return ['', 'Nothing was changed. Add --apply to import.'];
    return conflicts.length > 0
        ? ['', 'Nothing was imported. Add --overwrite to replace what exists.']
        : [
              '',
              'Nothing was imported. Correct these objects in the source, or add --skip-refused to import everything else.',
          ];
}

/** 0: nothing is refused and nothing differs; 1: something is refused; 2: existing objects differ, or SDKs get different results. */
export function importExitCode({ conflicts, failures }: ImportSummary, resultsDiffer = false): number {
    if (conflicts.length > 0) return 2;
    return failures.length > 0 ? 1 : resultsDiffer ? 2 : 0;
}
