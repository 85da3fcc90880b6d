import { Button, Group, Select, Text } from '@mantine/core';
import { IconArrowsDiff } from '@tabler/icons-react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError, messageOf } from '../../api/client.ts';
import { MomentInput } from '../../components/forms/MomentInput.tsx';
import { Page } from '../../components/layout/Page.tsx';
import { Empty, QueryContent, Rows } from '../../components/layout/States.tsx';
import { formatNumber } from '../../components/text/numbers.ts';
import type { AsOf } from '../../components/time/moment.ts';
import { useEnvironments } from '../environments/environment.queries.ts';
import { formatMoment } from '../past/moment-text.ts';
import { useProjects } from '../projects/project.queries.ts';
import { RevertButton } from '../revert/RevertButton.tsx';
import classes from './Compare.module.css';
import { type MomentComparison, useComparison, useFirstChange, useLastProductionChange } from './compare.queries.ts';
import { Difference } from './Difference.tsx';
import { presetsAt, startOfPresets } from './presets.ts';

const route = getRouteApi('/app/compare');

const DEFAULT_PRESET = 'Last 24 hours';

/** Compares two moments and shows the affected users. */
export function ComparePage() {
    const search = route.useSearch();
    const { environment, from, to } = search;
    const navigate = useNavigate();
    const { data: projects = [] } = useProjects();
    const project = search.project ?? projects[0]?.id;
    const [now] = useState(() => new Date());
    const lastChange = useLastProductionChange(project);
    // A new installation has no state of yesterday. If that is unknown, the service refuses the comparison.
    const first = useFirstChange(startOfPresets(now));
    const firstChange = first.data ?? undefined;
    const presets = presetsAt(now, { lastChange, firstChange });
    const usual = presets.find(({ label }) => label === DEFAULT_PRESET)!;
    const isKnown = from !== undefined || (projects.length > 0 && !first.isPending);
    const query = project && isKnown ? { project, environment, from: from ?? usual.from, to } : undefined;
    const comparison = useComparison(query);
    const show = (search: Partial<MomentComparison>) => void navigate({ to: '/compare', search });
    return (
        <Page
            title="Compare two moments"
            about="Compare what was live at two moments, and who was affected by the difference."
        >
            <Group gap={6} mb="sm" role="group" aria-label="Period">
                {presets.map(({ label, ...period }) => (
                    <Button
                        key={label}
                        size="xs"
                        variant={isShown(period, query) ? 'light' : 'default'}
                        aria-pressed={isShown(period, query)}
                        onClick={() => show({ project, environment, ...period })}
                    >
                        {label}
                    </Button>
                ))}
            </Group>
            {project && (
                <CompareForm
                    // A new URL, for example by a link, resets the form.
                    key={JSON.stringify(query)}
                    start={query ?? { project, from: usual.from }}
                    isBusy={comparison.isFetching}
                    onCompare={show}
                />
            )}
            {query && isRefused(comparison.error) ? (
                <Empty title="These moments cannot be compared" icon={<IconArrowsDiff size={22} />}>
                    {messageOf(comparison.error)}
                </Empty>
            ) : (
                query && (
                    <QueryContent query={comparison} skeleton={<Rows count={4} height={70} />}>
                        {(comparison) =>
                            comparison.changes.length === 0 && query.from === firstChange ? (
                                <Empty title="Nothing to compare yet" icon={<IconArrowsDiff size={22} />}>
                                    No flag or segment of this project has changed since Halyard was installed,{' '}
                                    {formatMoment(firstChange)}. After a change, this page shows what differs and who is
                                    affected.
                                </Empty>
                            ) : (
                                <section aria-label="Differences" className={classes['result']}>
                                    <div className={classes['head']}>
                                        <Text component="h2" size="sm" c="dimmed" fw={400}>
                                            From <b>{formatMoment(query.from)}</b> to{' '}
                                            <b>{query.to === undefined ? 'now' : formatMoment(query.to)}</b>:{' '}
                                            {counted(comparison.changes)}
                                        </Text>
                                        {comparison.changes.length > 0 && (
                                            <RevertButton
                                                query={{
                                                    project: query.project,
                                                    to: query.from,
                                                    environment: query.environment,
                                                }}
                                                title={`Restore ${query.environment ?? 'the project'} to ${formatMoment(query.from)}?`}
                                                successMessage={`${query.environment ?? 'The project'} restored`}
                                            >
                                                Restore
                                            </RevertButton>
                                        )}
                                    </div>
                                    <Difference effects={comparison} project={query.project} asOf={query.to} />
                                </section>
                            )
                        }
                    </QueryContent>
                )
            )}
        </Page>
    );
}

const isShown = (period: Partial<MomentComparison>, query: MomentComparison | undefined) =>
    query !== undefined &&
    period.from === query.from &&
    period.to === query.to &&
    (period.environment === undefined || period.environment === query.environment);

/** The service rejects moments before the first change, in the future, or in the wrong order. */
const isRefused = (error: unknown) => error instanceof ApiError && error.status === 400;

/** Counts a flag that differs in several environments once. */
function counted(changes: readonly { kind: 'flag' | 'segment'; name: string }[]): string {
    const some = (kind: 'flag' | 'segment') => {
        const count = new Set(changes.filter((change) => change.kind === kind).map(({ name }) => name)).size;
        return count === 0 ? [] : [`${formatNumber(count)} ${kind}${count === 1 ? '' : 's'}`];
    };
    const parts = [...some('flag'), ...some('segment')];
    return parts.length === 0
        ? 'no differences.'
        : `${parts.join(' and ')} differ${parts.length === 1 && parts[0]?.startsWith('1 ') ? 's' : ''}.`;
}

interface FormProps {
    start: MomentComparison;
    isBusy: boolean;
    onCompare: (query: MomentComparison) => void;
}

function CompareForm({ start, isBusy, onCompare }: FormProps) {
    const { data: projects = [] } = useProjects();
    const { data: environments = [] } = useEnvironments();
    const [project, setProject] = useState(start.project);
    const [environment, setEnvironment] = useState(start.environment);
    const [from, setFrom] = useState<AsOf>(start.from);
    const [to, setTo] = useState<AsOf>(start.to);
    const isWhole = Boolean(project && from && to !== '');
    return (
        <form
            className={classes['form']}
            onSubmit={(event) => {
                event.preventDefault();
                if (from) onCompare({ project, environment, from, to });
            }}
        >
            <Select
                label="Project"
                searchable
                selectFirstOptionOnChange
                data={projects.map(({ id, name }) => ({ value: id, label: name }))}
                value={project}
                onChange={(value) => value && setProject(value)}
            />
            <Select
                label="Environment"
                placeholder="All environments"
                clearable
                data={environments.map(({ name }) => name)}
                value={environment ?? null}
                onChange={(value) => setEnvironment(value ?? undefined)}
            />
            <MomentInput label="From" start={from} onChange={setFrom} />
            <MomentInput label="To" start={to} onChange={setTo} />
            <Button type="submit" loading={isBusy} disabled={!isWhole} className={classes['submit'] ?? ''}>
                Compare
            </Button>
        </form>
    );
}
