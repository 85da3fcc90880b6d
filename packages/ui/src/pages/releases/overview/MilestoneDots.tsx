import { activeIndex, milestonesOf, type TimedPlan } from '../plans/plan.ts';
import classes from './MilestoneDots.module.css';

/** The active milestone with its place, such as “10%, 2 of 4”, as a line of dots. */
export function MilestoneDots({ plan }: { plan: TimedPlan }) {
    const milestones = milestonesOf(plan);
    const active = activeIndex(plan);
    const name = milestones[active]?.name ?? 'none yet';
    return (
        <div>
            <div className={classes['name']} title={name}>
                {name}
            </div>
            <div className={classes['place']}>
                <span className={classes['dots']} aria-hidden="true">
                    {milestones.slice(0, MAX_DOTS).map(({ id }, place) => (
                        <i key={id} data-state={place < active ? 'done' : place === active ? 'active' : 'later'} />
                    ))}
                </span>
                {active + 1} of {milestones.length}
            </div>
        </div>
    );
}

const MAX_DOTS = 12;
