import { count } from '../../../components/text/numbers.ts';
import type { Trial } from '../../effects/what-if.queries.ts';
import { fetchFlags } from '../../search/search.queries.ts';
import type { ReviewedChange } from '../../strategies/reviewed-change.ts';
import { archiveWarnings } from './archive-warnings.ts';

const some = (names: readonly string[]) => (names.length === 1 ? names[0] : count(names.length, 'flag'));

/** The confirmation for archiving flags. */
export const archiving = (
    project: string,
    names: readonly string[],
    warnings: readonly string[] = [],
): Omit<ReviewedChange, 'run'> => ({
    title: `Archive ${some(names)}?`,
    about: [
        ...warnings,
        names.length === 1
            ? 'SDKs stop receiving it, and your code uses its fallback. You can restore it later (off in all environments).'
            : 'SDKs stop receiving them, and your code uses its fallback. You can restore them later (off in all environments).',
    ].join(' '),
    verb: names.length === 1 ? 'Archive flag' : 'Archive',
    isDangerous: true,
    proposal: { project, steps: names.map((feature) => ({ feature, action: 'archiveFeature' })) },
});

/** The same with current warnings. If the warnings cannot be loaded, the confirmation is shown without them. */
export async function archivingWithWarnings(project: string, names: readonly string[]) {
    const flags = await fetchFlags(names).catch(() => []);
    return archiving(project, names, archiveWarnings(flags, Date.now()));
}

/** The confirmation for restoring archived flags: no approval is needed, because they are off. */
export const reviving = (project: string, names: readonly string[], trial: Trial): Omit<ReviewedChange, 'run'> => ({
    title: `Restore ${some(names)}?`,
    about: 'SDKs receive it again, off in all environments: your code gets “off” instead of its fallback.',
    verb: 'Restore',
    trial,
    target: { project, environment: [] },
});

/** The confirmation for deleting an archived flag. SDKs have not received it since it was archived. */
export const deleting = (project: string, name: string, trial: Trial): Omit<ReviewedChange, 'run'> => ({
    title: `Permanently delete ${name}?`,
    about: 'Its strategies, variants and tags are deleted. This cannot be undone. Its history stays in the audit log.',
    verb: 'Delete flag',
    isDangerous: true,
    typed: name,
    trial,
    target: { project, environment: [] },
});
