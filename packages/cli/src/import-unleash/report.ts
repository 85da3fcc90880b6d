import type { Output } from '../program/output.ts';
import { plain } from '../program/printable.ts';
import { table } from '../program/table.ts';
import type { MigrationProof } from './prove.ts';
import type { MigrationPlan, StepKind } from './step.ts';

export interface MigrationReport {
    from: string;
    to: string;
    applied: boolean;
    /** The number of imported objects, or with a dry run of objects to import. */
    brought: Partial<Record<StepKind, number>>;
    same: MigrationPlan['same'];
    conflicts: string[];
    failures: string[];
    notes: string[];
    proof?: MigrationProof;
}

const SHOWN = 20;

export function textOf(report: MigrationReport, output: Output): string {
    const { brought, same, applied, conflicts, failures, notes, proof } = report;
    const kinds = [...new Set([...Object.keys(brought), ...Object.keys(same)])] as StepKind[];
    const verb = applied ? 'Imported' : 'To import';
    const lists: [string, string[]][] = [
        [output.paint('red', 'Failed:'), failures],
        [output.paint('yellow', 'Exists and differs (--overwrite replaces it):'), conflicts],
        ['Notes:', notes],
    ];
    return [
        table(
            ['', verb, 'Already there'],
            kinds.map((kind) => [kind, brought[kind] ?? 0, same[kind] ?? 0]),
            {
                paint: (text) => output.paint('bold', text),
                empty: 'There is nothing to import.',
            },
        ),
        ...lists.flatMap(([title, lines]) => (lines.length > 0 ? ['', title, ...shown(lines)] : [])),
        ...(proof ? ['', ...proofText(proof, output)] : []),
        ...(applied || conflicts.length > 0 ? [] : ['', 'Nothing was changed. Add --apply to import.']),
    ].join('\n');
}

const shown = (lines: readonly string[]) => [
    ...lines.slice(0, SHOWN).map((line) => `  ${plain(line)}`),
    ...(lines.length > SHOWN ? [`  and ${lines.length - SHOWN} more (--json has all)`] : []),
];

function proofText({ judge, tokens, isExact, differences }: MigrationProof, output: Output): string[] {
    const verdict = isExact
        ? output.paint('green', '✓ Exact: SDKs get the same from both.')
        : differences > 0
          ? output.paint('red', `✗ ${differences} differences.`)
          : output.paint('yellow', 'No differences, but not everything was compared.');
    return [
        table(
            ['Token', 'Environment', 'Flags', 'Evaluations', 'Differences'],
            tokens.map((each) => [
                each.token,
                each.environment,
                each.flags,
                each.evaluations,
                each.problem ?? each.differences,
            ]),
            {
                paint: (text) => output.paint('bold', text),
                empty: 'No token could be read, so nothing was compared.',
            },
        ),
        ...tokens.flatMap(({ environment, payload, evaluated }) =>
            shown([
                ...payload.map(
                    ({ flag, field, source, target }) =>
                        `${flag} in ${environment}, ${field}: ${JSON.stringify(source)} became ${JSON.stringify(target)}`,
                ),
                ...evaluated.map(
                    ({ flag, context, source, target }) =>
                        `${flag} in ${environment} for ${JSON.stringify(context)}: ${JSON.stringify(source)} became ${JSON.stringify(target)}`,
                ),
            ]),
        ),
        judge
            ? `Evaluated by ${judge}.`
            : 'Not evaluated: run the command where unleash-client is installed (npm install unleash-client).',
        verdict,
    ];
}
