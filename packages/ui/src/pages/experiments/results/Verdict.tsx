import { TONE_ICONS } from '../BriefVerdict.tsx';
import { describeRemaining, remainingPlan } from '../days-to-go.ts';
import { type Experiment, type Results, usePlan } from '../experiment.queries.ts';
import classes from '../Verdict.module.css';
import { daysRunning, describeSample, verdictOf } from '../verdict.ts';

/** The verdict of an experiment as a sentence. */
export function Verdict({ experiment, results }: { experiment: Experiment; results: Results }) {
    const { tone, sentence } = verdictOf(experiment, results);
    const now = Date.parse(results.at);
    const isOpen = experiment.state === 'Running' && tone === 'open';
    const input = isOpen ? remainingPlan(experiment, results, now) : undefined;
    const plan = usePlan(experiment.project, input);
    const isKnown = isOpen && !(input && plan.isPending);
    const remaining = isKnown && describeRemaining(input && plan.data, daysRunning(experiment, now) ?? 0);
    const Icon = TONE_ICONS[tone];
    return (
        <section className={classes['verdict']} data-tone={tone} aria-label="Verdict">
            <Icon size={22} aria-hidden="true" />
            <div>
                <p className={classes['sentence']}>
                    {sentence} {remaining}
                </p>
                <p className={classes['sample']}>{describeSample(experiment, results, now)}</p>
            </div>
        </section>
    );
}
