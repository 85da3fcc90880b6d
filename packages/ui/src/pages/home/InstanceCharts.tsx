import { Suspense } from 'react';
import { lazyComponent } from '../../components/layout/lazy.tsx';
import { useMetricCharts } from '../metrics/metric.queries.ts';
import classes from './Home.module.css';

const MetricCharts = lazyComponent(() => import('../metrics/MetricCharts.tsx'), 'MetricCharts');

/** The charts of the instance. The page "Metrics" explains them to people who have none. */
export function InstanceCharts() {
    const { data: charts = [] } = useMetricCharts({});
    if (charts.length === 0) return null;
    return (
        <section className={classes['projects']} aria-label="Metrics">
            <h2>Metrics</h2>
            <Suspense>
                <MetricCharts place={{}} />
            </Suspense>
        </section>
    );
}
