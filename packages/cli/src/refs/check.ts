import { type CliContext, CommandError } from '../program/command.ts';
import { plain } from '../program/printable.ts';
import type { Result } from '../program/result.ts';
import type { Reference } from './scan.ts';
import { scanned } from './scan-command.ts';

interface CheckOptions {
    dir: string | undefined;
    flags: string | undefined;
    project: string[];
    budget: string | undefined;
    staleBudget: string | undefined;
}

/** A pipeline fails by it, so each sentence says what to do. */
export async function checkReferences(asked: CheckOptions, context: CliContext): Promise<Result> {
    const [budget, staleBudget] = [countIn('--budget', asked.budget), countIn('--stale-budget', asked.staleBudget)];
    const { flags, found } = await scanned(asked, context);
    const byFlag = Map.groupBy(found.references, ({ flag }) => flag);
    const used = flags.filter(({ name }) => byFlag.has(name));
    const [archived, living] = [
        used.filter(({ isArchived }) => isArchived),
        used.filter(({ isArchived }) => !isArchived),
    ];
    const stale = living.filter(({ isStale }) => isStale).map(({ name }) => name);
    const unknown = Map.groupBy(found.unknown, ({ flag }) => flag);
    const problems = [
        ...archived.map(({ name }) => `${name} is archived, and ${placesOf(byFlag.get(name)!)} still ask for it.`),
        ...[...unknown].map(
            ([name, places]) =>
                `${name} is no flag, and ${placesOf(places)} ask for it. Create it, or name it under notFlags in .halyard/refs.yaml.`,
        ),
        ...overBudget('flags', living.length, budget, '--budget'),
        ...overBudget('stale flags', stale.length, staleBudget, '--stale-budget'),
    ];
    const { output } = context;
    const good = `Code uses ${living.length} flags, ${stale.length} of them stale, and none that is archived or unknown.`;
    return {
        json: {
            ok: problems.length === 0,
            used: living.length,
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

const overBudget = (what: string, count: number, budget: number | undefined, option: string) =>
    budget !== undefined && count > budget
        ? [
              `Code uses ${count} ${what}, ${count - budget} more than ${option} allows. \`halyard refs remove\` takes finished ones out.`,
          ]
        : [];

const SHOWN = 3;

function placesOf(references: readonly Pick<Reference, 'path' | 'line'>[]): string {
    const places = references.slice(0, SHOWN).map(({ path, line }) => `${path}:${line}`);
    const rest = references.length - places.length;
    return places.join(', ') + (rest > 0 ? ` and ${rest} more lines` : '');
}
