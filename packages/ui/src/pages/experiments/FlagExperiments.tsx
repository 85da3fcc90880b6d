import { lazyComponent } from '../../components/layout/lazy.tsx';
import { Section } from '../../components/layout/Section.tsx';
import type { FlagAt } from '../flags/flag-requests.ts';
import { useExperiments } from './experiment.queries.ts';

const FlagExperimentRows = lazyComponent(() => import('./FlagExperimentRows.tsx'), 'FlagExperimentRows');

/** The experiments of a flag. Most flags have none, and then nothing is shown. */
export function FlagExperiments({ at }: { at: FlagAt }) {
    const { data: experiments = [] } = useExperiments(at.projectId, { feature: at.featureName });
    if (experiments.length === 0) return null;
    return (
        <Section fallback={null}>
            <FlagExperimentRows experiments={experiments} />
        </Section>
    );
}
