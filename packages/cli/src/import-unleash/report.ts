import type { Output } from '../program/output.ts';
import { plain } from '../program/printable.ts';
import { table } from '../program/table.ts';
import type { MigrationPlan, StepKind } from './step.ts';
import type { Verification } from './verification.ts';

export interface MigrationReport {
    from: string;
    to: string;
    applied: boolean;
    /** The number of imported objects, or with a dry run of objects to import. */
    imported: Partial<Record<StepKind, number>>;
    /** The number of objects that the target refuses, completely or in one environment. */
    refused: Partial<Record<StepKind, number>>;
    same: MigrationPlan['same'];
    conflicts: string[];
    failures: string[];
    notes: string[];
    verification?: Verification;
}

interface ReportTextOptions {
    output: Output;
    /** Whether the import stopped before the first write. */
    isStopped: boolean;
}

export function textOf(report: MigrationReport, { output, isStopped }: ReportTextOptions): string {
    const { imported, refused, same, applied, conflicts, failures, notes, verification } = report;
    const kinds = [...new Set([...Object.keys(imported), ...Object.keys(refused), ...Object.keys(same)])] as StepKind[];
    const verb = applied ? 'Imported' : 'To import';
    const lists: [string, string[]][] = [
        [output.paint('red', applied ? 'Failed:' : 'Will not be imported:'), failures],
        [output.paint('yellow', 'Exists and differs (--overwrite replaces it):'), conflicts],
        ['Notes:', notes],
    ];
    return [
        table(
            ['', verb, 'Refused', 'Already there'],
            kinds.map((kind) => [kind, imported[kind] ?? 0, refused[kind] ?? 0, same[kind] ?? 0]),
            {
                paint: (text) => output.paint('bold', text),
                empty: 'There is nothing to import.',
            },
        ),
        ...lists.flatMap(([title, lines]) =>
            lines.length > 0 ? ['', title, ...lines.map((line) => `  ${plain(line)}`)] : [],
        ),
        ...(verification ? ['', ...verificationText(verification, output)] : []),
        ...(applied || conflicts.length > 0 ? [] : nextStep(report, isStopped)),
    ].join('\n');
}

function nextStep({ verification }: MigrationReport, isStopped: boolean): string[] {
    if (isStopped) {
        return [
            '',
            'Nothing was imported. Correct these objects in the source, or add --skip-refused to import everything else.',
        ];
    }
    return verification ? [] : ['', 'Nothing was changed. Add --apply to import.'];
}

/** Differences were printed when they were found. */
function verificationText(verification: Verification, output: Output): string[] {
    const { judge, tokens, isExact, differences, explained, contexts, resumeFrom } = verification;
    const verdict = isExact
        ? output.paint(
              'green',
              explained.length > 0
                  ? `✓ No unexplained differences; ${explained.length} known ones are listed above.`
                  : '✓ Exact: SDKs get the same from both.',
          )
        : differences > 0
          ? output.paint('red', `✗ ${differences} differences.`)
          : output.paint('yellow', 'No differences, but not everything was compared.');
    const known = explained.map(({ environment, reason }) => `  ${plain(`${environment}: ${reason}`)}`);
    return [
        table(
            ['Token', 'Type', 'Environment', 'Flags', 'Evaluations', 'Explained', 'Differences'],
            tokens.map((each) => [
                each.token,
                each.type,
                each.environment,
                each.flags,
                each.sameAs === undefined ? each.evaluations : `same flags as ${each.sameAs}`,
                each.explained,
                each.problem ?? (each.sameAs === undefined ? each.differences : ''),
            ]),
            {
                paint: (text) => output.paint('bold', text),
                empty: 'No token could be read, so nothing was compared.',
            },
        ),
        ...(known.length > 0 ? ['Known differences, which do not change the exit status:', ...known] : []),
        judge
            ? `Evaluated by ${judge}${contexts > 0 ? `, also for ${contexts} random contexts per token` : ''}.`
            : 'Not evaluated: run the command where unleash-client is installed (npm install unleash-client).',
        ...(resumeFrom === undefined
            ? []
            : [`Interrupted. Continue with the same options and --from-context ${resumeFrom}.`]),
        verdict,
    ];
}
