import { Badge, Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { PermissionControl } from '../../../components/access/PermissionControl.tsx';
import { lazyComponent } from '../../../components/layout/lazy.tsx';
import { Panel } from '../../../components/layout/Panel.tsx';
import { EnvironmentMark } from '../../../components/layout/SignalFlag.tsx';
import { Empty, QueryContent, Rows } from '../../../components/layout/States.tsx';
import { useNames } from '../../events/names.queries.ts';
import classes from './Approvals.module.css';
import { type EnvironmentApprovals, useApprovalSettings, useApprovals } from './approvals.queries.ts';
import { ruleSentences } from './rule-sentences.ts';

const RulesDialog = lazyComponent(() => import('./RulesDialog.tsx'), 'RulesDialog');

/** Shows which environments of the project require approvals, and their rules. */
export function ApprovalsPanel({ projectId }: { projectId: string }) {
    const approvals = useApprovals(projectId);
    const [edited, setEdited] = useState<EnvironmentApprovals>();
    return (
        <Panel title="Approval rules" about="Changes in these environments must be approved before they go live" flush>
            <QueryContent query={approvals} skeleton={<Rows count={2} />}>
                {(list) =>
                    list.length === 0 ? (
                        <Empty title="No environments">Add an environment to this project first.</Empty>
                    ) : (
                        <ul className={classes['environments']}>
                            {list.map((each) => (
                                <Environment
                                    key={each.environment}
                                    projectId={projectId}
                                    approvals={each}
                                    onEdit={() => setEdited(each)}
                                />
                            ))}
                        </ul>
                    )
                }
            </QueryContent>
            {edited && (
                <Suspense fallback={null}>
                    <RulesDialog
                        target={{ project: projectId, environment: edited.environment }}
                        onClose={() => setEdited(undefined)}
                    />
                </Suspense>
            )}
        </Panel>
    );
}

interface Props {
    projectId: string;
    approvals: EnvironmentApprovals;
    onEdit: () => void;
}

function Environment({ projectId, approvals, onEdit }: Props) {
    const { environment, type, changeRequestEnabled: isOn, requiredApprovals } = approvals;
    const { data } = useApprovalSettings({ project: projectId, environment }, isOn);
    const names = useNames();
    const rules = data?.rules ?? {};
    const words = ruleSentences({ environment, isOn, approvals: requiredApprovals ?? 1, rules }, names);
    return (
        <li>
            <div className={classes['head']}>
                <EnvironmentMark type={type} width={16} />
                <b>{environment}</b>
                {isOn && <Badge size="sm">approval needed</Badge>}
                <PermissionControl to={['PROJECT_CHANGE_REQUEST_WRITE', 'UPDATE_PROJECT']} project={projectId}>
                    <Button
                        size="compact-xs"
                        variant="default"
                        aria-label={`${isOn ? 'Change the rules' : 'Require approvals'} in ${environment}`}
                        onClick={onEdit}
                    >
                        {isOn ? 'Change' : 'Require approvals'}
                    </Button>
                </PermissionControl>
            </div>
            <p>{words.join(' ')}</p>
        </li>
    );
}
