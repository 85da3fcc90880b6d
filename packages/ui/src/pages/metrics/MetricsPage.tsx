import { Page } from '../../components/layout/Page.tsx';
import { MetricCharts } from './MetricCharts.tsx';

/** The charts of the instance. */
export function MetricsPage() {
    return (
        <Page
            title="Metrics"
            about="What applications count and what users did, next to the changes of flags."
            docs="concepts/metrics"
        >
            <MetricCharts place={{}} />
        </Page>
    );
}
