import { fetchFlags } from '../search/search.queries.ts';
import type { Reviewed } from '../strategies/Review.tsx';
import { archiveWarnings } from './archive-warnings.ts';

/** What is asked before flags are archived. */
export const archiving = (
    project: string,
    names: readonly string[],
    warnings: readonly string[] = [],
): Omit<Reviewed, 'run'> => ({
    title: `Archive ${names.length === 1 ? names[0] : `${names.length} flags`}?`,
    about: [
        ...warnings,
        names.length === 1
            ? 'SDKs stop receiving it, and code that asks for it gets the default. It can be brought back, off everywhere.'
            : 'SDKs stop receiving them, and code that asks for them gets the default. They can be brought back, off everywhere.',
    ].join(' '),
    verb: names.length === 1 ? 'Archive flag' : 'Archive',
    isDangerous: true,
    proposal: { project, steps: names.map((feature) => ({ feature, action: 'archiveFeature' })) },
});

/** The same, with what speaks against it as of now. What cannot be found out is no reason not to ask. */
export async function archivingWithWarnings(project: string, names: readonly string[]) {
    const flags = await fetchFlags(names).catch(() => []);
    return archiving(project, names, archiveWarnings(flags, Date.now()));
}
