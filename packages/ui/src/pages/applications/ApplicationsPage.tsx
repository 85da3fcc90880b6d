import { Badge, Button, Group, Stack, Text, Tooltip } from '@mantine/core';
import { IconApps } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Schemas } from '../../api/types.ts';
import { Sparkline } from '../../components/charts/Sparkline.tsx';
import { Page } from '../../components/layout/Page.tsx';
import { Panel } from '../../components/layout/Panel.tsx';
import { Empty, QueryContent } from '../../components/layout/States.tsx';
import rowLink from '../../components/lists/RowLink.module.css';
import { Table } from '../../components/lists/Table.tsx';
import { formatNumber } from '../../components/text/numbers.ts';
import { RelativeTime } from '../../components/time/time.tsx';
import classes from './Applications.module.css';
import {
    useApplications,
    useEnvironmentOrder,
    useUnknownFlags,
    useUsageOfApplications,
} from './application.queries.ts';

type Application = Schemas['applications']['applications'][number];

const NO_USAGE: ReadonlyMap<string, readonly number[]> = new Map();

const sum = (values: readonly number[] = []) => values.reduce((total, value) => total + value, 0);
/** The environments in which instances run or flags are evaluated. */
const environmentNames = ({ environments, usage }: Application) => [
    ...new Set([...environments.map(({ name }) => name), ...usage.flatMap((each) => each.environments)]),
];
const instancesOf = ({ environments }: Application) => sum(environments.map(({ instanceCount }) => instanceCount));

export function ApplicationsPage() {
    const applications = useApplications();
    const { data: usage = NO_USAGE } = useUsageOfApplications();
    const order = useEnvironmentOrder();
    const { data: unknown = [] } = useUnknownFlags();
    return (
        <Page
            title="Applications"
            about="Applications that report usage through an SDK."
            actions={
                <Button variant="default" renderRoot={(props) => <Link to="/connect" {...props} />}>
                    Connect an application
                </Button>
            }
        >
            <Stack gap="lg">
                <QueryContent query={applications}>
                    {({ applications: list }) =>
                        list.length === 0 ? (
                            <Empty
                                title="No applications yet"
                                icon={<IconApps size={22} />}
                                action={
                                    <Button renderRoot={(props) => <Link to="/connect" {...props} />}>
                                        Connect your first SDK
                                    </Button>
                                }
                            >
                                Applications appear here when their SDK reports, with its version, its instances and the
                                flags they use.
                            </Empty>
                        ) : (
                            <Table
                                label="Applications"
                                rows={list}
                                rowKey={({ appName }) => appName}
                                find={({ appName }) => appName}
                                columns={[
                                    {
                                        title: 'Application',
                                        isMain: true,
                                        sort: ({ appName }) => appName,
                                        cell: ({ appName, description }) => (
                                            <div>
                                                <Link
                                                    to="/applications/$appName"
                                                    params={{ appName }}
                                                    className={rowLink['link']}
                                                >
                                                    {appName}
                                                </Link>
                                                {description && (
                                                    <Text size="xs" c="dimmed">
                                                        {description}
                                                    </Text>
                                                )}
                                            </div>
                                        ),
                                    },
                                    {
                                        title: 'SDK',
                                        cell: ({ environments }) => <Sdks environments={environments} />,
                                    },
                                    {
                                        title: 'Instances',
                                        width: 100,
                                        align: 'right',
                                        sort: instancesOf,
                                        cell: (application) => formatNumber(instancesOf(application)),
                                    },
                                    {
                                        title: 'Evaluations, 24 h',
                                        width: 190,
                                        sort: ({ appName }) => sum(usage.get(appName)),
                                        cell: ({ appName }) => (
                                            <Usage appName={appName} evaluations={usage.get(appName)} />
                                        ),
                                    },
                                    {
                                        title: 'Environments',
                                        cell: (application) => environmentNames(application).sort(order).join(', '),
                                    },
                                    {
                                        title: 'Projects',
                                        isExtra: true,
                                        cell: ({ projects }) =>
                                            projects.map((id) => (id === '*' ? 'all projects' : id)).join(', '),
                                    },
                                    {
                                        title: 'Last seen',
                                        width: 120,
                                        sort: ({ lastSeen }) => lastSeen,
                                        cell: ({ lastSeen }) => <RelativeTime at={lastSeen} c="dimmed" />,
                                    },
                                ]}
                            />
                        )
                    }
                </QueryContent>
                {unknown.length > 0 && (
                    <Panel
                        title="Flags that do not exist"
                        about="Applications evaluate these flags; they may be misspelt, deleted or not created yet."
                        flush
                    >
                        <Table
                            label="Unknown flags"
                            rows={[...Map.groupBy(unknown, ({ name }) => name)]}
                            rowKey={([name]) => name}
                            columns={[
                                { title: 'Flag', isMain: true, cell: ([name]) => <code>{name}</code> },
                                { title: 'Applications', cell: ([, uses]) => <Evaluating uses={uses} /> },
                                {
                                    title: 'Environments',
                                    cell: ([, uses]) =>
                                        [...new Set(uses.map(({ environment }) => environment))].sort(order).join(', '),
                                },
                                {
                                    title: 'Last evaluated',
                                    width: 130,
                                    cell: ([, uses]) => <RelativeTime at={newest(uses)} c="dimmed" />,
                                },
                            ]}
                        />
                    </Panel>
                )}
            </Stack>
        </Page>
    );
}

type UnknownFlag = NonNullable<ReturnType<typeof useUnknownFlags>['data']>[number];

const newest = (uses: readonly UnknownFlag[]) =>
    uses.map(({ lastSeenAt }) => lastSeenAt).reduce((a, b) => (a > b ? a : b));

/** The applications that evaluate a flag, with links. */
function Evaluating({ uses }: { uses: readonly UnknownFlag[] }) {
    return (
        <Group gap={8}>
            {[...new Set(uses.map(({ appName }) => appName))].map((appName) => (
                <Link key={appName} to="/applications/$appName" params={{ appName }} className={classes['beside']}>
                    {appName}
                </Link>
            ))}
        </Group>
    );
}

/** The SDK versions, with a mark for outdated ones. */
function Sdks({ environments }: Pick<Application, 'environments'>) {
    const sdks = [...new Set(environments.flatMap((each) => each.sdks))].sort();
    const outdated = [...new Set(environments.flatMap((each) => each.outdatedSdks))];
    // An outdated version is more important than the others.
    const [first] = [...outdated, ...sdks];
    if (first === undefined) return null;
    const all = listSdks(sdks);
    return (
        <Group gap={6}>
            {all.length <= MAX_SDKS_LENGTH ? (
                <span>{all}</span>
            ) : (
                <Tooltip label={all}>
                    <span>
                        {listSdks([first])} and {formatNumber(sdks.length - 1)} more
                    </span>
                </Tooltip>
            )}
            {outdated.length > 0 && (
                <Badge size="sm" color="brass">
                    outdated
                </Badge>
            )}
        </Group>
    );
}

const MAX_SDKS_LENGTH = 40;

/** SDKs report `name:version`. Several versions of one SDK follow its name. */
function listSdks(sdks: readonly string[]): string {
    const byName = Map.groupBy(sdks, (sdk) => sdk.split(':')[0]!);
    return [...byName]
        .map(([name, all]) => `${name} ${all.map((sdk) => sdk.split(':')[1] ?? '').join(', ')}`)
        .join('; ');
}

function Usage({ appName, evaluations }: { appName: string; evaluations: readonly number[] | undefined }) {
    if (!evaluations)
        return (
            <Text span fz="inherit" c="dimmed">
                none
            </Text>
        );
    const total = formatNumber(sum(evaluations));
    return (
        <Group gap={8} wrap="nowrap">
            <Sparkline values={evaluations} label={`${total} evaluations of ${appName} in the last 24 hours`} />
            <Text span ml="auto" fz="inherit" className="num">
                {total}
            </Text>
        </Group>
    );
}
