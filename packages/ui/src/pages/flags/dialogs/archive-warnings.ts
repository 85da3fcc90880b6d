import type { ListedFlag } from '../../../api/types.ts';
import { count } from '../../../components/text/numbers.ts';

type ArchivableFlag = Pick<ListedFlag, 'name' | 'dependencyType' | 'lastSeenAt' | 'codeReferences'> & {
    environments: Pick<ListedFlag['environments'][number], 'name' | 'yes' | 'no' | 'lastSeenAt'>[];
};

const DAY = 86_400_000;
const MAX_SHOWN = 5;

/** Returns the reasons against archiving flags: evaluations, code references and dependent flags. */
export function archiveWarnings(flags: readonly ArchivableFlag[], now: number): string[] {
    return [traffic(flags), lately(flags, now), code(flags), dependants(flags)].filter(
        (warning) => warning !== undefined,
    );
}

const evaluations = ({ environments }: ArchivableFlag) => environments.reduce((sum, { yes, no }) => sum + yes + no, 0);

function traffic(flags: readonly ArchivableFlag[]): string | undefined {
    const used = flags.filter((flag) => evaluations(flag) > 0);
    if (used.length === 0) return undefined;
    const answers = used.reduce((sum, flag) => sum + evaluations(flag), 0);
    const environmentNames = new Set(
        used.flatMap(({ environments }) => environments.flatMap(({ name, yes, no }) => (yes + no > 0 ? name : []))),
    );
    return `${listed(used)} ${used.length === 1 ? 'is' : 'are'} still evaluated: ${count(answers, 'evaluation')} since the last full hour, in ${[...environmentNames].join(', ')}.`;
}

function lately(flags: readonly ArchivableFlag[], now: number): string | undefined {
    const seen = flags.filter(
        (flag) => evaluations(flag) === 0 && flag.lastSeenAt !== null && now - Date.parse(flag.lastSeenAt) < 7 * DAY,
    );
    if (seen.length === 0) return undefined;
    return `${listed(seen)} ${seen.length === 1 ? 'was' : 'were'} evaluated within the last week.`;
}

function code(flags: readonly ArchivableFlag[]): string | undefined {
    const used = flags.filter(({ codeReferences = 0 }) => codeReferences > 0);
    if (used.length === 0) return undefined;
    const total = used.reduce((sum, { codeReferences = 0 }) => sum + codeReferences, 0);
    return `Code still uses ${listed(used)}, in ${total === 1 ? 'one place' : count(total, 'place')}.`;
}

function dependants(flags: readonly ArchivableFlag[]): string | undefined {
    const parents = flags.filter(({ dependencyType }) => dependencyType === 'parent');
    if (parents.length === 0) return undefined;
    return `Other flags depend on ${listed(parents)}: archive them together, or remove their dependencies first.`;
}

function listed(flags: readonly ArchivableFlag[]): string {
    const names = flags.slice(0, MAX_SHOWN).map(({ name }) => name);
    const rest = flags.length - names.length;
    return rest > 0 ? `${names.join(', ')} and ${rest} more` : names.join(', ');
}
