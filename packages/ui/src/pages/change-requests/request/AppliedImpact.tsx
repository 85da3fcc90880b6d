import { Text } from '@mantine/core';
import { Panel } from '../../../components/layout/Panel.tsx';
import { count } from '../../../components/text/numbers.ts';
import { RelativeTime } from '../../../components/time/time.tsx';
import { AffectedUsers } from '../../effects/AffectedUsers.tsx';
import type { ChangeRequest } from './change-request.queries.ts';

/** The effect of a request, measured when it was applied. */
export function AppliedImpact({ request: { project, appliedEffect } }: { request: ChangeRequest }) {
    if (!appliedEffect) {
        return (
            <Panel title="Impact">
                <Text size="sm" c="dimmed">
                    The impact was not measured when this request was applied.
                </Text>
            </Panel>
        );
    }
    const { who } = appliedEffect;
    const [first] = who;
    const omitted = who.reduce((sum, each) => sum + each.omitted, 0);
    return (
        <Panel
            title="Impact"
            about={
                first && (
                    <>
                        Measured when the request was applied,{' '}
                        <RelativeTime at={first.evaluatedAt} size="sm" c="dimmed" />
                    </>
                )
            }
        >
            {first ? (
                <AffectedUsers who={who} project={project} isPast />
            ) : (
                <Text size="sm" c="dimmed">
                    No flag that you can see was affected.
                </Text>
            )}
            {omitted > 0 && (
                <Text size="xs" c="dimmed">
                    {count(omitted, 'further flag')} not listed: affected less.
                </Text>
            )}
        </Panel>
    );
}
