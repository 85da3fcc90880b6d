import { Button, Select, Text } from '@mantine/core';
import { IconArrowsDiff } from '@tabler/icons-react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError, messageOf } from '../../api/client.ts';
import { MomentInput } from '../../components/forms/MomentInput.tsx';
import { Page } from '../../components/layout/Page.tsx';
import { Empty, Loaded, Rows } from '../../components/layout/States.tsx';
import { formatNumber } from '../../components/text/numbers.ts';
import type { AsOf } from '../../components/time/moment.ts';
import { useEnvironments } from '../environments/environment.queries.ts';
import { momentInWords } from '../past/moment-text.ts';
import { useProjects } from '../projects/project.queries.ts';
import { RevertButton } from '../revert/RevertButton.tsx';
import classes from './Compare.module.css';
import { type MomentComparison, useComparison } from './compare.queries.ts';
import { Difference } from './Difference.tsx';

const route = getRouteApi('/app/compare');

/** Compares two moments and shows the affected users. */
export function ComparePage() {
    const search = route.useSearch();
    const { project, environment, from, to } = search;
    const navigate = useNavigate();
    const query = project && from ? { project, environment, from, to } : undefined;
    const comparison = useComparison(query);
    return (
        <Page
            title="Compare two moments"
            about="Compare what was live at two moments, and who was affected by the difference."
        >
            <CompareForm
                // A new URL, for example by a link, resets the form.
                key={JSON.stringify(search)}
                start={search}
                isBusy={comparison.isFetching}
                onCompare={(question) => void navigate({ to: '/compare', search: question })}
            />
            {query && isRefused(comparison.error) ? (
                <Empty title="These moments cannot be compared" icon={<IconArrowsDiff size={22} />}>
                    {messageOf(comparison.error)}
                </Empty>
            ) : query ? (
                <Loaded query={comparison} skeleton={<Rows count={4} height={70} />}>
                    {(found) => (
                        <section aria-label="Differences" className={classes['result']}>
                            <div className={classes['head']}>
                                <Text component="h2" size="sm" c="dimmed" fw={400}>
                                    From <b>{momentInWords(query.from)}</b> to{' '}
                                    <b>{query.to === undefined ? 'now' : momentInWords(query.to)}</b>:{' '}
                                    {counted(found.changes)}
                                </Text>
                                {found.changes.length > 0 && (
                                    <RevertButton
                                        question={{
                                            project: query.project,
                                            to: query.from,
                                            environment: query.environment,
                                        }}
                                        title={`Restore ${query.environment ?? 'the project'} to ${momentInWords(query.from)}?`}
                                        says={`${query.environment ?? 'The project'} restored`}
                                    >
                                        Restore
                                    </RevertButton>
                                )}
                            </div>
                            <Difference effects={found} project={query.project} asOf={query.to} />
                        </section>
                    )}
                </Loaded>
            ) : (
                <Empty title="Nothing compared yet" icon={<IconArrowsDiff size={22} />}>
                    Choose a project and a start. An event number works as a moment, too.
                </Empty>
            )}
        </Page>
    );
}

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
    start: Partial<MomentComparison>;
    isBusy: boolean;
    onCompare: (question: MomentComparison) => void;
}

const ALL_DAY = 86_400_000;

function CompareForm({ start, isBusy, onCompare }: FormProps) {
    const { data: projects = [] } = useProjects();
    const { data: environments = [] } = useEnvironments();
    const [project, setProject] = useState(start.project ?? 'default');
    const [environment, setEnvironment] = useState(start.environment);
    const [from, setFrom] = useState<AsOf>(start.from ?? new Date(Date.now() - ALL_DAY).toISOString());
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
