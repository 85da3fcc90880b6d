import { Link } from '@tanstack/react-router';
import { Panel } from '../../components/layout/Panel.tsx';
import { useEnvironments } from '../environments/environment.queries.ts';
import { CHANGE_KINDS, dailyChanges } from './daily-changes.ts';
import { useProductionChanges } from './home.queries.ts';
import classes from './ProductionChanges.module.css';

const DAYS = 14;
const COLOURS = ['var(--h-accent)', 'var(--mantine-color-red-5)', 'var(--h-line-strong)'];
const dayName = new Intl.DateTimeFormat(undefined, {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
});

/** The number of changes in production per day. Hidden while there are none. */
export function ProductionChanges({ projects }: { projects: readonly string[] | undefined }) {
    const { data: environments = [] } = useEnvironments();
    const production = environments.filter(({ type }) => type === 'production').map(({ name }) => name);
    const { data = [] } = useProductionChanges({ projects, environments: production, days: DAYS });
    if (data.length === 0) return null;
    const days = dailyChanges(data, { days: DAYS, now: new Date() });
    const highest = Math.max(...days.map(({ counts }) => totalOf(counts)));
    return (
        <Panel title="Changes in production">
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
                    const label = `${dayName.format(new Date(day))}: ${total === 1 ? '1 change' : `${total.toLocaleString()} changes`}`;
                    return (
                        <li key={day} title={label}>
                            <Link
                                to="/history"
                                search={{ from: day, to: day, environment: production[0] }}
                                aria-label={label}
                            >
                                {counts.map((count, index) => (
                                    <span
                                        key={CHANGE_KINDS[index]}
                                        style={{ height: `${(100 * count) / highest}%`, background: COLOURS[index] }}
                                    />
                                ))}
                            </Link>
                        </li>
                    );
                })}
            </ol>
            <div className={classes['ends']} aria-hidden="true">
                <span>{days[0] && dayName.format(new Date(days[0].day))}</span>
                <span>Today</span>
            </div>
        </Panel>
    );
}

const totalOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);
