import { IconChartHistogram } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { HealthRing } from '../../components/charts/HealthRing.tsx';
import { Sparkline } from '../../components/charts/Sparkline.tsx';
import { Page } from '../../components/layout/Page.tsx';
import { Panel } from '../../components/layout/Panel.tsx';
import { Empty, QueryContent } from '../../components/layout/States.tsx';
import { Table } from '../../components/lists/Table.tsx';
import { formatNumber } from '../../components/text/numbers.ts';
import { AgeChart, FlowChart, HealthChart, ProductionChart } from './FigureCharts.tsx';
import classes from './Insights.module.css';
import { daysLabel, trendOf } from './insight-labels.ts';
import { type Figures, useFigures } from './insights.queries.ts';

/** Current and past figures about the flags of all projects. */
export function InsightsPage() {
    const figures = useFigures();
    return (
        <Page
            title="Insights"
            about="All flags of the projects you can see: how old they are, how many should be cleaned up, and how fast they reach production."
        >
            <QueryContent query={figures}>
                {(data) =>
                    data.now.total + data.now.archived === 0 ? (
                        <Empty title="No flags yet" icon={<IconChartHistogram size={22} />}>
                            Create a flag to see insights.
                        </Empty>
                    ) : (
                        <>
                            <Summary figures={data} />
                            <div className={classes['charts']}>
                                <Panel
                                    title="Flags by age and type"
                                    about="Time since creation, without archived flags"
                                >
                                    <AgeChart figures={data} />
                                </Panel>
                                <Panel
                                    title="Health over time"
                                    about="The share of flags that are neither stale nor past their expected lifetime"
                                >
                                    <HealthChart figures={data} />
                                </Panel>
                                <Panel
                                    title="Created and archived"
                                    about={`By ${data.weeks.length > 0 ? 'week' : 'month'}, with the number of flags at its end`}
                                >
                                    <FlowChart figures={data} />
                                </Panel>
                                <Panel
                                    title="Time to production"
                                    about={`Release flags that were first on in production in that ${data.weeks.length > 0 ? 'week' : 'month'}: days since they were created`}
                                >
                                    <ProductionChart figures={data} />
                                </Panel>
                            </div>
                            <Panel title="By project" flush>
                                <ProjectTable figures={data} />
                            </Panel>
                        </>
                    )
                }
            </QueryContent>
        </Page>
    );
}

function Summary({ figures: { now } }: { figures: Figures }) {
    const facts = [
        { label: 'Flags', value: formatNumber(now.total), about: `${formatNumber(now.archived)} archived` },
        { label: 'Health', value: `${now.health}%`, about: 'neither stale nor too old' },
        {
            label: 'To clean up',
            value: formatNumber(now.stale + now.potentiallyStale),
            about: `${formatNumber(now.stale)} marked as stale, ${formatNumber(now.potentiallyStale)} older than expected`,
        },
        { label: 'Time to production', value: daysLabel(now.daysToProduction), about: 'release flags, on average' },
    ];
    return (
        <dl className={classes['summary']}>
            {facts.map(({ label, value, about }) => (
                <div key={label}>
                    <dt>{label}</dt>
                    <dd>{value}</dd>
                    <dd className={classes['about']}>{about}</dd>
                </div>
            ))}
        </dl>
    );
}

function ProjectTable({ figures: { projects } }: { figures: Figures }) {
    return (
        <Table
            label="Projects"
            rows={projects}
            rowKey={({ id }) => id}
            columns={[
                {
                    title: 'Project',
                    isMain: true,
                    sort: ({ name }) => name,
                    cell: ({ id, name }) => (
                        <Link to="/projects/$projectId" params={{ projectId: id }} className={classes['name']}>
                            {name}
                        </Link>
                    ),
                },
                {
                    title: 'Flags',
                    width: 80,
                    align: 'right',
                    sort: ({ total }) => total,
                    cell: ({ total }) => formatNumber(total),
                },
                {
                    title: 'Health',
                    width: 90,
                    sort: ({ health }) => health,
                    cell: ({ health }) => <HealthRing health={health} />,
                },
                {
                    title: 'Over the year',
                    width: 130,
                    sort: ({ healthByMonth }) => trendOf(healthByMonth),
                    // A single month would be a dot.
                    cell: ({ name, healthByMonth }) =>
                        healthByMonth.filter((each) => each !== null).length > 1 ? (
                            <Sparkline
                                values={healthByMonth}
                                max={100}
                                label={`Health of ${name} by month: ${healthByMonth.map((each) => each ?? '–').join(', ')}`}
                            />
                        ) : (
                            '–'
                        ),
                },
                {
                    title: 'Stale',
                    width: 80,
                    align: 'right',
                    sort: ({ stale }) => stale,
                    cell: ({ stale }) => formatNumber(stale),
                },
                {
                    title: 'Too old',
                    width: 90,
                    align: 'right',
                    sort: ({ potentiallyStale }) => potentiallyStale,
                    cell: ({ potentiallyStale }) => formatNumber(potentiallyStale),
                },
                {
                    title: 'Time to production',
                    width: 160,
                    align: 'right',
                    sort: ({ daysToProduction }) => daysToProduction,
                    cell: ({ daysToProduction }) => daysLabel(daysToProduction),
                },
            ]}
        />
    );
}
