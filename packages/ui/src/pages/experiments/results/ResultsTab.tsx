import { Alert, Button, Group, Menu, SegmentedControl, Stack } from '@mantine/core';
import { IconAlertTriangle, IconChevronDown, IconDownload } from '@tabler/icons-react';
import { lazyComponent } from '../../../components/layout/lazy.tsx';
import { Panel } from '../../../components/layout/Panel.tsx';
import { Section } from '../../../components/layout/Section.tsx';
import { QueryContent, Rows } from '../../../components/layout/States.tsx';
import { WhenVisible } from '../../../components/layout/WhenVisible.tsx';
import { formatShare } from '../../../components/text/numbers.ts';
import { type Experiment, type Results, type ResultsView, useResults } from '../experiment.queries.ts';
import { saveCsv, saveJson } from './export-results.ts';
import { ForestPlot } from './ForestPlot.tsx';
import { comparisonsIn, metricGroups } from './metric-rows.ts';
import { UnitsPanel } from './UnitsPanel.tsx';
import { Verdict } from './Verdict.tsx';

const HistoryPanel = lazyComponent(() => import('./HistoryPanel.tsx'), 'HistoryPanel');
const SegmentsPanel = lazyComponent(() => import('./SegmentsPanel.tsx'), 'SegmentsPanel');
const SourceStatus = lazyComponent(() => import('./SourceStatus.tsx'), 'SourceStatus');
const MethodPanel = lazyComponent(() => import('./MethodPanel.tsx'), 'MethodPanel');

interface Props {
    experiment: Experiment;
    view: ResultsView;
    onView: (view: ResultsView) => void;
}

/** The results of an experiment: the verdict, the effect on each metric, and who counts. */
export function ResultsTab({ experiment, view, onView }: Props) {
    const results = useResults(
        { projectId: experiment.project, id: experiment.id },
        { ...view, isRunning: experiment.state === 'Running' },
    );
    return (
        <QueryContent query={results} skeleton={<Rows count={8} />}>
            {(data) => <Content experiment={experiment} results={data} view={view} onView={onView} />}
        </QueryContent>
    );
}

const VIEWS: Record<ResultsView['view'], string> = {
    'always-valid': 'Always valid',
    'fixed-horizon': 'Fixed horizon',
    bayesian: 'Bayesian',
};

function Content({ experiment, results, view, onView }: Props & { results: Results }) {
    const comparisons = comparisonsIn(results.metrics);
    return (
        <Stack gap="md">
            {results.source && <SourceStatus experiment={experiment} source={results.source} />}
            {results.sampleRatio.mismatch && <SampleRatioWarning results={results} />}
            <Verdict experiment={experiment} results={results} />
            <Panel
                flush
                title="Effects"
                about={
                    comparisons > 1
                        ? `${comparisons} comparisons with ${results.arms[0]?.variant ?? 'the control'}. Secondary metrics are adjusted for their number.`
                        : `Compared with ${results.arms[0]?.variant ?? 'the control'}.`
                }
                actions={
                    <Group gap={8}>
                        <SegmentedControl
                            size="xs"
                            aria-label="Method"
                            data={Object.entries(VIEWS).map(([value, label]) => ({ value, label }))}
                            value={view.view}
                            // The values are those of the options.
                            onChange={(next) => onView({ ...view, view: next as ResultsView['view'] })}
                        />
                        <SegmentedControl
                            size="xs"
                            aria-label="Difference"
                            data={[
                                { value: 'relative', label: 'Relative' },
                                { value: 'absolute', label: 'Absolute' },
                            ]}
                            value={view.difference}
                            onChange={(next) => onView({ ...view, difference: next as ResultsView['difference'] })}
                        />
                        <ExportMenu experiment={experiment} results={results} view={view} />
                    </Group>
                }
            >
                <ForestPlot
                    label="Effects on metrics"
                    heading="Metric"
                    groups={metricGroups(experiment.metrics, results.metrics)}
                    isBayesian={view.view === 'bayesian'}
                />
            </Panel>
            <Section fallback={<Rows count={4} />}>
                <HistoryPanel experiment={experiment} view={view} />
            </Section>
            <UnitsPanel experiment={experiment} results={results} />
            <WhenVisible>
                <Section fallback={<Rows count={3} />}>
                    <Stack gap="md">
                        <SegmentsPanel experiment={experiment} view={view} />
                        <MethodPanel results={results} view={view.view} />
                    </Stack>
                </Section>
            </WhenVisible>
        </Stack>
    );
}

function SampleRatioWarning({ results: { sampleRatio, arms } }: { results: Results }) {
    const total = arms.reduce((sum, { units }) => sum + units, 0);
    const shares = arms.map(
        ({ variant, units, weight }) => `${variant} ${formatShare(units / total)} instead of ${formatShare(weight)}`,
    );
    return (
        <Alert
            color="red"
            role="alert"
            icon={<IconAlertTriangle size={18} />}
            title="Sample ratio mismatch: do not trust these results"
        >
            The users are not distributed as the weights say: {shares.join(', ')}. Chance alone does this in fewer than
            1 of 1,000 experiments (p = {sampleRatio.p.toExponential(1)}). Usual causes: an enrolling outcome that
            depends on the variant, a redirect or crash in one variant, or bots. Find the cause and start again.
        </Alert>
    );
}

function ExportMenu({ experiment, results, view }: Omit<Props, 'onView'> & { results: Results }) {
    return (
        <Menu position="bottom-end">
            <Menu.Target>
                <Button
                    size="xs"
                    variant="default"
                    leftSection={<IconDownload size={14} />}
                    rightSection={<IconChevronDown size={14} />}
                >
                    Export
                </Button>
            </Menu.Target>
            <Menu.Dropdown>
                <Menu.Item onClick={() => void saveCsv(experiment, view)}>CSV, for spreadsheets</Menu.Item>
                <Menu.Item onClick={() => saveJson(experiment, results)}>
                    JSON with all inputs, for halyard stats check
                </Menu.Item>
            </Menu.Dropdown>
        </Menu>
    );
}
