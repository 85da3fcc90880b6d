import { Alert, Anchor, Text } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { listed } from '../../../components/text/listed.ts';
import { count, formatNumber } from '../../../components/text/numbers.ts';
import { useReviewers } from '../request/change-request.queries.ts';
import { nameOfReviewer } from '../request/people.ts';

const MAX_NAMES = 8;

interface Props {
    target: { project: string; environment: string };
    /** The users whose approvals do not count. */
    excluded: readonly number[];
    required: number;
}

/** The users who can approve changes in an environment, with a warning if there are too few of them. */
export function Approvers({ target: { project: projectId, environment }, excluded, required }: Props) {
    const { data } = useReviewers({ projectId, environment });
    if (!data) return null;
    const approvers = data.filter(({ id }) => !excluded.includes(id));
    const names = approvers.slice(0, MAX_NAMES).map(nameOfReviewer);
    const more = approvers.length - names.length;
    const isTooFew = approvers.length < required;
    return (
        <Alert color={isTooFew ? 'brass' : 'tide'} icon={<IconUsersGroup size={16} />} role="status">
            <b>
                {approvers.length === 1 ? '1 person' : `${formatNumber(approvers.length)} people`} can approve changes
                in {environment}
                {approvers.length > 0 && ': '}
            </b>
            {listed(more > 0 ? [...names, `${formatNumber(more)} more`] : names)}.{' '}
            {isTooFew && `The rules require ${count(required, 'approval')}, so no change can be approved. `}
            <Text size="xs" mt={4}>
                Administrators, owners of the project, and roles with the permission “Approve change requests” can
                approve. Members cannot.{' '}
                <Anchor
                    inherit
                    underline="always"
                    renderRoot={(props) => (
                        <Link to="/projects/$projectId" params={{ projectId }} search={{ tab: 'access' }} {...props} />
                    )}
                >
                    Manage access
                </Anchor>
            </Text>
        </Alert>
    );
}
