import { Text } from '@mantine/core';
import { IconArrowsDiff } from '@tabler/icons-react';
import { ApiError, messageOf } from '../../api/client.ts';
import { Empty, QueryContent, Rows } from '../../components/layout/States.tsx';
import { formatNumber } from '../../components/text/numbers.ts';
import { formatMoment } from '../past/moment-text.ts';
import { RevertButton } from '../revert/RevertButton.tsx';
import classes from './Compare.module.css';
import { type MomentComparison, useComparison } from './compare.queries.ts';
import { Difference } from './Difference.tsx';

interface Props {
    query: MomentComparison;
    firstChange: string | undefined;
}

/** The differences between two moments, with the affected users and a button to restore the earlier one. */
export function MomentDifferences({ query, firstChange }: Props) {
    const comparison = useComparison(query);
    if (isRefused(comparison.error)) {
        return (
            <Empty title="These moments cannot be compared" icon={<IconArrowsDiff size={22} />}>
                {messageOf(comparison.error)}
            </Empty>
        );
    }
    return (
        <QueryContent query={comparison} skeleton={<Rows count={4} height={70} />}>
            {(comparison) =>
                comparison.changes.length === 0 && query.from === firstChange ? (
                    <Empty title="Nothing to compare yet" icon={<IconArrowsDiff size={22} />}>
                        No flag or segment of this project has changed since Halyard was installed,{' '}
                        {formatMoment(firstChange)}. After a change, this page shows what differs and who is affected.
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
