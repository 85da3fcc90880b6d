import { Link } from '@tanstack/react-router';
import { Panel } from '../../components/layout/Panel.tsx';
import { count } from '../../components/text/numbers.ts';
import { shortDayWithWeekday } from '../../components/time/time.tsx';
import { useEnvironments } from '../environments/environment.queries.ts';
import { CHANGE_KINDS, dailyChanges } from './daily-changes.ts';
import { useProductionChanges } from './home.queries.ts';
import classes from './ProductionChanges.module.css';

const DAYS = 14;
const COLOURS = ['var(--h-accent)', 'var(--mantine-color-red-5)', 'var(--h-line-strong)'];

/** The number of changes in production per day. Hidden while there are none. */
export function ProductionChanges({ projects }: { projects: readonly string[] | undefined }) {
    const { data: environments = [] } = useEnvironments();
    const production = environments.filter(({ type }) => type === 'production').map(({ name }) => name);
    const { data = [] } = useProductionChanges({ projects, environments: production, days: DAYS });
    if (data.length === 0) return null;
    const days = dailyChanges(data, { days: DAYS, now: new Date() });
    const highest = Math.max(...days.map(({ counts }) => totalOf(counts)));
    return (
        <Panel title="Changes in production" about={`${count(data.length, 'change')} in the last ${DAYS} days`}>
            <ul className={classes['legend']} aria-hidden="true">
                {CHANGE_KINDS.map((kind, index) => (
                    <li key={kind}>
                        <i style={{ background: COLOURS[index] }} />
                        {kind}
                    </li>
                ))}
            </ul>
            <ol className={classes['days']} aria-label={`Changes in production in the last ${DAYS} days`}>
                {days.map(({ day, counts }) => {
                    const total = totalOf(counts);
                    const date = shortDayWithWeekday(day);
                    const label = `${date}: ${count(total, 'change')}`;
                    return (
                        <li key={day} title={label} data-day={date}>
                            <Link
                                to="/history"
                                search={{ from: day, to: day, environment: production[0] }}
                                aria-label={label}
                            >
                                {counts.map((changes, index) => (
                                    <span
                                        key={CHANGE_KINDS[index]}
                                        style={{ height: `${(100 * changes) / highest}%`, background: COLOURS[index] }}
                                    />
                                ))}
                            </Link>
                        </li>
                    );
                })}
            </ol>
            <div className={classes['ends']} aria-hidden="true">
                <span>{days[0] && shortDayWithWeekday(days[0].day)}</span>
                <span>Today</span>
            </div>
        </Panel>
    );
}

const totalOf = (counts: readonly number[]) => counts.reduce((sum, changes) => sum + changes, 0);
