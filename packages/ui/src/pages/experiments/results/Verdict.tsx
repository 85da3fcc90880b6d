import { TONE_ICONS } from '../BriefVerdict.tsx';
import type { Experiment, Results } from '../experiment.queries.ts';
import classes from '../Verdict.module.css';
import { describeSample, verdictOf } from '../verdict.ts';

/** The verdict of an experiment as a sentence. */
export function Verdict({ experiment, results }: { experiment: Experiment; results: Results }) {
    const { tone, sentence } = verdictOf(experiment, results);
    const Icon = TONE_ICONS[tone];
    return (
        <section className={classes['verdict']} data-tone={tone} aria-label="Verdict">
            <Icon size={22} aria-hidden="true" />
            <div>
                <p className={classes['sentence']}>{sentence}</p>
                <p className={classes['sample']}>{describeSample(experiment, results, Date.parse(results.at))}</p>
            </div>
        </section>
    );
}
