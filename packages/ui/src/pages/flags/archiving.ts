import type { Reviewed } from '../strategies/Review.tsx';

/** What is asked before flags are archived. */
export const archiving = (project: string, names: readonly string[]): Omit<Reviewed, 'run'> => ({
    title: `Archive ${names.length === 1 ? names[0] : `${names.length} flags`}?`,
    about:
        names.length === 1
            ? 'SDKs stop receiving it, and code that asks for it gets the default. It can be brought back, off everywhere.'
            : 'SDKs stop receiving them, and code that asks for them gets the default. They can be brought back, off everywhere.',
    verb: names.length === 1 ? 'Archive flag' : 'Archive',
    isDangerous: true,
    proposal: { project, steps: names.map((feature) => ({ feature, action: 'archiveFeature' })) },
});
