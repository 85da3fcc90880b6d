import { Alert, Modal, Stack, Text } from '@mantine/core';
import type { Schemas } from '../../api/types.ts';
import { QueryContent } from '../../components/layout/States.tsx';
import { ProofForm } from './ProofForm.tsx';
import { useProofRequest, useProve } from './second-factor.queries.ts';

/** Asks for the second factor before a change that needs a fresh one. */
export function ProofDialog({ onAnswer }: { onAnswer: (isProved: boolean) => void }) {
    const request = useProofRequest();
    return (
        <Modal
            opened
            onClose={() => onAnswer(false)}
            title="Confirm with your second factor"
            size="sm"
            closeButtonProps={{ 'aria-label': 'Close' }}
        >
            <QueryContent query={request}>
                {(data) =>
                    data.methods.length > 0 ? (
                        <Proof request={data} onProved={() => onAnswer(true)} />
                    ) : (
                        <Alert color="brass" role="alert">
                            This change needs a second factor, and you have none. Add one in your profile, and try
                            again.
                        </Alert>
                    )
                }
            </QueryContent>
        </Modal>
    );
}

function Proof({ request, onProved }: { request: Schemas['secondFactorCheck']; onProved: () => void }) {
    const prove = useProve(request);
    return (
        <Stack gap="sm">
            <Text size="sm">This change needs your second factor. It is then valid for five minutes.</Text>
            <ProofForm request={request} change={prove} submit="Confirm" onProved={onProved} />
        </Stack>
    );
}
