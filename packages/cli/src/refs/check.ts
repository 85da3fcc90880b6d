import { type CliContext, CommandError } from '../program/command.ts';
import { plain } from '../program/printable.ts';
import type { Result } from '../program/result.ts';
import type { Reference } from './scan.ts';
import { scanFlags } from './scan-command.ts';

interface CheckOptions {
    dir: string | undefined;
    flags: string | undefined;
    project: string[];
    budget: string | undefined;
    staleBudget: string | undefined;
}

/** Checks the references in a pipeline; each problem names the next step. */
export async function checkReferences(options: CheckOptions, context: CliContext): Promise<Result> {
    const [budget, staleBudget] = [countIn('--budget', options.budget), countIn('--stale-budget', options.staleBudget)];
    const { flags, result } = await scanFlags(options, context);
    const byFlag = Map.groupBy(result.references, ({ flag }) => flag);
    const used = flags.filter(({ name }) => byFlag.has(name));
    const [archived, active] = [
        used.filter(({ isArchived }) => isArchived),
        used.filter(({ isArchived }) => !isArchived),
    ];
    const stale = active.filter(({ isStale }) => isStale).map(({ name }) => name);
    const unknown = Map.groupBy(result.unknown, ({ flag }) => flag);
    const problems = [
        ...archived.map(({ name }) => `${name} is archived, and ${locationsOf(byFlag.get(name)!)} still use it.`),
        ...[...unknown].map(
            ([name, references]) =>
                `${name} is not a flag, and ${locationsOf(references)} use it. Create it, or list it under notFlags in .halyard/refs.yaml.`,
        ),
        ...overBudget('flags', active.length, budget, '--budget'),
        ...overBudget('stale flags', stale.length, staleBudget, '--stale-budget'),
    ];
    const { output } = context;
    const good = `Code uses ${active.length} flags, ${stale.length} of them stale, and none that is archived or unknown.`;
    return {
        json: {
            ok: problems.length === 0,
            used: active.length,
            stale,
            archived: archived.map(({ name }) => name),
            unknown: [...unknown.keys()],
            problems,
        },
        text:
            problems.length === 0
                ? `${output.paint('green', '✓')} ${good}`
                : problems.map((problem) => `${output.paint('red', '✗')} ${plain(problem)}`).join('\n'),
        exitCode: problems.length === 0 ? 0 : 2,
    };
}

function countIn(option: string, text: string | undefined): number | undefined {
    if (text === undefined) return undefined;
    if (!/^\d{1,9}$/.test(text)) throw new CommandError(`${option} must be a whole number.`);
    return Number(text);
}

const overBudget = (subject: string, count: number, budget: number | undefined, option: string) =>
    budget !== undefined && count > budget
        ? [
              `Code uses ${count} ${subject}, ${count - budget} more than ${option} allows. \`halyard refs remove\` removes completed flags from code.`,
          ]
        : [];

const MAX_SHOWN = 3;

function locationsOf(references: readonly Pick<Reference, 'path' | 'line'>[]): string {
    const locations = references.slice(0, MAX_SHOWN).map(({ path, line }) => `${path}:${line}`);
    const rest = references.length - locations.length;
    return locations.join(', ') + (rest > 0 ? ` and ${rest} more lines` : '');
}
