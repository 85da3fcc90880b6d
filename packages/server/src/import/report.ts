import type { TargetState } from './compiler/target.ts';
import { type RuleVerdict, VERDICTS, type Verdict } from './compiler/verdict.ts';
import type { LeftOutFlag } from './model/flag.ts';

/** The result for a flag in one environment. */
export interface ReportedState extends Pick<TargetState, 'enabled' | 'reads' | 'verdict' | 'notes'> {
    from: string;
    environment: string;
    strategies: number;
    rules: RuleVerdict[];
}

/** The effects of an import on a flag of the service. */
export const CHANGES = ['new', 'replaced', 'unchanged'] as const;

export interface ReportedFlag {
    name: string;
    /** Path in the source document. */
    path: string;
    /** The worst verdict of its environments. */
    verdict: Verdict;
    /** Undefined while the service has not been asked, and for flags that are not imported. */
    change?: (typeof CHANGES)[number];
    /** What changes in an existing flag, in sentences. */
    differences?: string[];
    notes: string[];
    environments: ReportedState[];
}

/** The result of an import. */
export interface TranslationReport {
    product: string;
    percentages: 'share' | 'people';
    flags: ReportedFlag[];
    /** Flags that cannot be imported. */
    leftOut: LeftOutFlag[];
    counts: Record<Verdict, number>;
    notes: string[];
    /**
     * Compares the compiled strategies with the rules of the source for generated contexts. Re-bucketed and lost flags are not compared.
     */
    proof: {
        seed: number;
        compared: number;
        differences: { flag: string; environment: string; context: Record<string, string> }[];
    };
}

const MEANINGS: Record<Verdict, string> = {
    exact: 'the same result for every context',
    'exact when present': 'the same result for contexts with values of the expected type',
    're-bucketed': 'the same share, of other users',
    'server-only':
        'the same users, where Halyard evaluates (frontend API, OFREP, edge); SDKs that evaluate locally get false',
    lost: 'is not imported',
};

/** Formats the report as Markdown. */
export function asMarkdown({ product, flags, leftOut, counts, notes, proof }: TranslationReport): string {
    const lines = [
        `# Import from ${product}`,
        '',
        '| verdict | flags | means |',
        '|---|---|---|',
        ...VERDICTS.map((verdict) => `| ${verdict} | ${counts[verdict]} | ${MEANINGS[verdict]} |`),
        '',
        `The strategies and the rules they come from were compared for ${proof.compared} generated contexts (seed ${proof.seed}): ${proof.differences.length} differences.`,
        ...changeCounts(flags),
        ...(notes.length > 0 ? ['', ...notes.map((note) => `- ${text(note)}`)] : []),
        ...(leftOut.length > 0
            ? ['', '## Left out', '', ...leftOut.map(({ name, reason }) => `- ${code(name)}: ${text(reason)}`)]
            : []),
        ...flags.flatMap(flagLines),
    ];
    return `${lines.join('\n')}\n`;
}

function changeCounts(flags: readonly ReportedFlag[]): string[] {
    const counts = CHANGES.map((change) => `${flags.filter((flag) => flag.change === change).length} ${change}`);
    return flags.some(({ change }) => change !== undefined) ? ['', `Flags here: ${counts.join(', ')}.`] : [];
}

function flagLines({ name, verdict, change, differences = [], notes, environments }: ReportedFlag): string[] {
    return [
        '',
        `## ${code(name)}: ${verdict}${change === undefined ? '' : `, ${change}`}`,
        ...(change === 'replaced'
            ? ['', 'The existing flag changes:', '', ...differences.map((each) => `- ${text(each)}`)]
            : []),
        ...(notes.length > 0 ? ['', ...notes.map((note) => `- ${text(note)}`)] : []),
        ...environments.flatMap(({ environment, enabled, reads, rules, notes: own }) => [
            '',
            `In ${code(environment)}, ${enabled ? 'on' : 'off'}, read ${reads === 'enabled' ? 'by whether it is on' : 'by its variant'}:`,
            '',
            '| rule | verdict | why | where |',
            '|---|---|---|---|',
            ...rules.map(
                (rule) =>
                    `| ${text(rule.title)} | ${rule.verdict} | ${text([...rule.reasons, ...rule.when.map((when) => `when ${when}`)].join('; '))} | ${code(rule.path)} |`,
            ),
            ...(own.length > 0 ? ['', ...own.map((note) => `- ${text(note)}`)] : []),
        ]),
    ];
}

/** Names and titles are untrusted: they must not become markup. */
const text = (value: string) => value.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>|#]/g, '\\$&');
const code = (value: string) => `\`${value.replace(/\s+/g, ' ').replace(/`/g, "'").replace(/\|/g, '\\|')}\``;
