import { Chart } from '../../../components/charts/Chart.tsx';
import { chartColour } from '../../../components/charts/colours.ts';
import { formatDecimal } from '../../../components/text/numbers.ts';
import { dateTime, shortDay, timeOfDay } from '../../../components/time/time.tsx';
import type { Evaluation, Safeguard } from './safeguard.queries.ts';

const HEIGHT = 96;
/** The height with the labels, so that the layout does not shift. */
export const MEASURED_HEIGHT = HEIGHT + 54;

const DAY_MS = 86_400_000;

type Check = Pick<Evaluation, 'at' | 'state' | 'value' | 'effect' | 'bounds'>;

interface Props {
    safeguard: Safeguard;
    /** The oldest first. */
    checks: readonly Check[];
}

/** The values of a safeguard, with the bounds of a comparison, and its limit. A check without a value is a gap, not zero. */
export function MeasuredChart({ safeguard, checks }: Props) {
    const { impactMetric, triggerCondition, comparison, counts } = safeguard;
    const compared = comparison ?? counts;
    const name = impactMetric?.metricName ?? comparison?.outcome ?? counts?.metricName ?? '';
    const limit = triggerCondition?.threshold ?? (compared?.direction === 'up' ? -compared.margin : compared?.margin);
    const [first, last] = [checks[0]?.at ?? '', checks.at(-1)?.at ?? ''];
    const label = Date.parse(last) - Date.parse(first) > DAY_MS ? shortDay : timeOfDay;
    return (
        <Chart
            label={`${name} at each check`}
            height={HEIGHT}
            hasDecimals
            format={formatDecimal}
            bins={checks.map(({ at }) => label(at))}
            titleOf={(bin) => `${dateTime(checks[bin]!.at)}: ${checks[bin]!.state}`}
            series={[{ name, colour: chartColour(0), isLine: true, values: checks.map(measured) }]}
            {...(limit !== undefined && { threshold: { value: limit, label: `Limit ${formatDecimal(limit)}` } })}
            {...(compared && {
                band: {
                    lows: checks.map(({ bounds }) => bounds?.[0] ?? null),
                    highs: checks.map(({ bounds }) => bounds?.[1] ?? null),
                    colour: chartColour(0),
                },
            })}
        />
    );
}

/** The value of a metric, or the difference of a comparison. */
const measured = ({ value, effect }: Check): number | null => value ?? effect ?? null;

export const hasMeasured = (checks: readonly Check[]) => checks.some((check) => measured(check) !== null);
