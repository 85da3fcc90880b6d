import { Button, Checkbox, Group, Popover, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconHistory, IconLink } from '@tabler/icons-react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { messageOf } from '../../api/client.ts';
import { Copyable } from '../../components/forms/Secret.tsx';
import { Page } from '../../components/layout/Page.tsx';
import { Empty, QueryContent } from '../../components/layout/States.tsx';
import { SearchBox } from '../../components/lists/SearchBox.tsx';
import { count, formatNumber } from '../../components/text/numbers.ts';
import { zoneAt } from '../../components/time/moment.ts';
import { dateTime } from '../../components/time/time.tsx';
import { useEnvironments } from '../environments/environment.queries.ts';
import classes from './Playground.module.css';
import { type PlaygroundQuery, type PlaygroundResults, usePlayground } from './playground.queries.ts';
import { QuestionForm } from './QuestionForm.tsx';
import { ResultGrid } from './ResultGrid.tsx';
import { differs } from './results.ts';

const route = getRouteApi('/app/playground');

/** Evaluates flags with explanations: environments side by side, several values per field. */
export function PlaygroundPage() {
    const search = route.useSearch();
    const navigate = useNavigate();
    const query: PlaygroundQuery | undefined = search.environments
        ? {
              environments: search.environments,
              projects: search.projects ?? [],
              context: search.context ?? {},
              asOf: search.asOf,
          }
        : undefined;
    const answer = usePlayground(query);
    const evaluate = ({ environments, projects, context, asOf }: PlaygroundQuery) =>
        void navigate({
            to: '/playground',
            search: {
                environments,
                context,
                ...(projects.length > 0 && { projects }),
                ...(asOf && { asOf }),
                ...(search.find && { find: search.find }),
            },
        });
    const evaluateNow = () => query && evaluate({ ...query, asOf: undefined });
    return (
        <Page
            title="Playground"
            about="Evaluate flags as one of your users, now or at a past moment, and see which flags they get, where, and why."
            docs="concepts/what-if"
            actions={query && <Share />}
        >
            <div className={classes['layout']}>
                <QuestionForm start={search} isBusy={answer.isFetching} onEvaluate={evaluate} />
                <div className={classes['results']}>
                    {query?.asOf && answer.isError ? (
                        <Empty
                            title="This moment is not available"
                            icon={<IconHistory size={22} />}
                            action={
                                <Button variant="default" onClick={evaluateNow}>
                                    Evaluate now
                                </Button>
                            }
                        >
                            {messageOf(answer.error)}
                        </Empty>
                    ) : query ? (
                        <QueryContent query={answer}>
                            {(answers) => (
                                <Results answers={answers} environments={query.environments} onNow={evaluateNow} />
                            )}
                        </QueryContent>
                    ) : (
                        <Empty title="Nothing evaluated yet" icon={<IconAdjustmentsHorizontal size={22} />}>
                            Enter a context, then press Evaluate. Each result opens its explanation: the strategy that
                            decided, the constraints it checked and the bucket of the user.
                        </Empty>
                    )}
                </div>
            </div>
        </Page>
    );
}

/** Copies the URL, which contains the query. If the browser does not allow copying, the URL is shown. */
function Share() {
    const { copied, copy, error, reset } = useClipboard();
    return (
        <Popover opened={error !== null} onDismiss={reset} position="bottom-end" width={420} shadow="md">
            <Popover.Target>
                <Button
                    variant="default"
                    leftSection={<IconLink size={15} />}
                    onClick={() => copy(window.location.href)}
                >
                    {copied ? 'Link copied' : 'Share'}
                </Button>
            </Popover.Target>
            <Popover.Dropdown>
                <Copyable text={window.location.href} label="Copy link" />
            </Popover.Dropdown>
        </Popover>
    );
}

interface ResultsProps {
    answers: PlaygroundResults;
    environments: string[];
    onNow: () => void;
}

function Results({ answers, environments, onNow }: ResultsProps) {
    const { features, warnings, asOf } = answers;
    const { data: known } = useEnvironments();
    const { find = '' } = route.useSearch();
    const navigate = useNavigate();
    const [isDifferentOnly, setIsDifferentOnly] = useState(false);
    const marked = useMemo(
        () => environments.map((name) => ({ name, type: known?.find((each) => each.name === name)?.type })),
        [environments, known],
    );
    const shown = useMemo(
        () =>
            features.filter(
                (flag) => flag.name.toLowerCase().includes(find.toLowerCase()) && (!isDifferentOnly || differs(flag)),
            ),
        [features, find, isDifferentOnly],
    );
    const unused = warnings?.invalidContextProperties ?? [];
    return (
        <>
            {asOf && (
                <div className={classes['past']} role="status">
                    <IconHistory size={16} aria-hidden="true" />
                    <span>
                        As it was on <b title={zoneAt(asOf.at)}>{dateTime(asOf.at)}</b> (revision {asOf.revision})
                    </span>
                    <Button size="compact-xs" variant="default" onClick={onNow}>
                        Back to now
                    </Button>
                </div>
            )}
            <Group mb={8} gap="md">
                <SearchBox
                    aria-label="Filter the flags"
                    placeholder="Filter flags"
                    value={find}
                    // The filter is part of the shared link.
                    onSearch={(next) =>
                        void navigate({
                            to: '/playground',
                            search: (search) => ({ ...search, find: next }),
                            replace: true,
                        })
                    }
                />
                <Checkbox
                    size="xs"
                    label="Only flags that differ"
                    checked={isDifferentOnly}
                    onChange={(event) => setIsDifferentOnly(event.currentTarget.checked)}
                />
                <Text size="xs" c="dimmed" ml="auto">
                    {shown.length < features.length && `${formatNumber(shown.length)} of `}
                    {count(features.length, 'flag')}
                </Text>
            </Group>
            {unused.length > 0 && (
                <Text size="sm" c="var(--mantine-color-error)" mb={8}>
                    Not used: {unused.join(', ')}
                </Text>
            )}
            {shown.length > 0 ? (
                <ResultGrid environments={marked} features={shown} isPast={asOf !== undefined} />
            ) : (
                <Empty title={features.length > 0 ? 'No flag matches' : 'No flags here'}>
                    {features.length > 0
                        ? 'Try another filter, or show all results.'
                        : 'The selected projects have no flags in these environments.'}
                </Empty>
            )}
        </>
    );
}
