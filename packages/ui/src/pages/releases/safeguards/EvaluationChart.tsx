import { Skeleton } from '@mantine/core';
import { QueryContent } from '../../../components/layout/States.tsx';
import { hasMeasured, MEASURED_HEIGHT, MeasuredChart } from './MeasuredChart.tsx';
import { type Safeguard, useEvaluations, type Watched } from './safeguard.queries.ts';

/** The values of a safeguard at the last checks, and its limit. */
export function EvaluationChart({ at, safeguard }: { at: Watched; safeguard: Safeguard }) {
    const evaluations = useEvaluations(at, safeguard);
    return (
        <QueryContent query={evaluations} skeleton={<Skeleton height={MEASURED_HEIGHT} aria-busy="true" />}>
            {(checks) => hasMeasured(checks) && <MeasuredChart safeguard={safeguard} checks={checks} />}
        </QueryContent>
    );
}
