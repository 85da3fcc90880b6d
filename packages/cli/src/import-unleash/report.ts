import { type ImportSummary, nextStepText, summaryText } from '../import/import-summary.ts';
import type { Output } from '../program/output.ts';
import { plain } from '../program/printable.ts';
import { table } from '../program/table.ts';
import type { StepKind } from './step.ts';
import type { Verification } from './verification.ts';

export interface MigrationReport extends ImportSummary<StepKind> {
    verification?: Verification;
}

interface ReportTextOptions {
    output: Output;
    /** Whether the command was called with `--apply`. */
    mayApply: boolean;
}

export function textOf(report: MigrationReport, { output, mayApply }: ReportTextOptions): string {
    const { verification } = report;
    const isPreviewWithProof = verification !== undefined && !mayApply;
    return [
        ...summaryText(report, output),
        ...(verification ? ['', ...verificationText(verification, output)] : []),
        ...(isPreviewWithProof ? [] : nextStepText(report, mayApply)),
    ].join('\n');
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
