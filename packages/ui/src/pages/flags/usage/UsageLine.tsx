import { Link } from '@tanstack/react-router';
import { Sparkline } from '../../../components/charts/Sparkline.tsx';
import { count, formatNumber } from '../../../components/text/numbers.ts';
import type { FlagAt } from '../flag-requests.ts';
import { hourlyResults } from './hourly-results.ts';
import { useFlagUsage } from './usage.queries.ts';

const HOURS = 24;

/** The period of the exposure, which is on the same page: one request serves both. */
const LOADED_HOURS = 48;

/** The evaluations of a flag in an environment in the last day, with a link to the details. */
export function UsageLine({ at, environment }: { at: FlagAt; environment: string }) {
    const { data = [] } = useFlagUsage(at.featureName, LOADED_HOURS);
    const answers = hourlyResults(data, environment, { hours: HOURS, now: new Date() });
    const total = answers.reduce((sum, answer) => sum + answer, 0);
    if (total === 0) return null;
    return (
        <Link to="/projects/$projectId/features/$featureName" params={at} search={{ tab: 'usage' }}>
            <Sparkline
                values={answers}
                width={120}
                height={28}
                titles={answers.map(
                    (answer, index) => `${hoursAgo(HOURS - 1 - index)}: ${count(answer, 'evaluation')}`,
                )}
                label={`${formatNumber(total)} evaluations in ${environment} in the last 24 hours`}
            />
        </Link>
    );
}

const hoursAgo = (hours: number) => (hours === 0 ? 'this hour' : `${count(hours, 'hour')} ago`);
