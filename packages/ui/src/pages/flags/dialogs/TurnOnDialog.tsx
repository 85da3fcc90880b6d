import { Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { WriteMode } from '../../../api/write-mode.ts';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { useApprovalFlow } from '../../change-requests/approvals/use-approval-flow.tsx';
import { proposalEnvironment } from '../../change-requests/request/proposal-environment.ts';
import { WhatIf } from '../../effects/WhatIf.tsx';
import type { WhatIfProposal } from '../../effects/what-if.queries.ts';

interface Props {
    featureName: string;
    environment: string;
    isProduction: boolean;
    proposal: (shouldActivateDisabledStrategies: boolean) => WhatIfProposal;
    onTurnOn: (shouldActivateDisabledStrategies: boolean, mode: WriteMode) => void;
    onClose: () => void;
}

/** An enabled flag needs an enabled strategy. If all strategies are disabled, the user chooses which ones to use. */
export function TurnOnDialog({ featureName, environment, isProduction, proposal, onTurnOn, onClose }: Props) {
    const [choice, setChoice] = useState('enable');
    const proposed = proposal(choice === 'enable');
    const approvalFlow = useApprovalFlow(proposalEnvironment(proposed), proposed);
    const isReviewed = isProduction || approvalFlow.isProtected;
    return (
        <FormDialog
            title={`Turn ${featureName} on in ${environment}`}
            {...(isReviewed && { size: 'lg', isSteady: true })}
            opened
            onClose={onClose}
            submit={approvalFlow.verb('Turn on')}
            alternatives={approvalFlow.alternatives}
            isBusy={approvalFlow.isBusy}
            isDisabled={!approvalFlow.isWhole}
            error={approvalFlow.error}
            onSubmit={() =>
                approvalFlow.make((mode) => {
                    onClose();
                    onTurnOn(choice === 'enable', mode);
                }, onClose)
            }
        >
            <Text size="sm">All its strategies there are disabled.</Text>
            <Radio.Group aria-label="Who gets it" value={choice} onChange={setChoice}>
                <Stack gap="xs">
                    <Radio value="enable" label="Enable its strategies" />
                    <Radio
                        value="default"
                        label="Keep them disabled"
                        description="The default strategy of the project is added (on for everyone, unless configured otherwise)"
                    />
                </Stack>
            </Radio.Group>
            {approvalFlow.notice}
            {isReviewed && <WhatIf change={proposed} base={approvalFlow.base} />}
            {approvalFlow.fields}
        </FormDialog>
    );
}
