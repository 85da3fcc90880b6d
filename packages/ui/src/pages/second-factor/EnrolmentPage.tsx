import { Button, Stack, Text, Title } from '@mantine/core';
import { IconDeviceMobile, IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';
import { queryClient } from '../../api/query-client.ts';
import { QueryContent } from '../../components/layout/States.tsx';
import { SignedOutLayout } from '../session/SignedOutLayout.tsx';
import { sessionKey, useSignOut } from '../session/session.queries.ts';
import { PasskeyForm } from './PasskeyForm.tsx';
import { canUsePasskeys } from './passkeys.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { useOwnSecondFactors } from './second-factor.queries.ts';
import { TotpForm } from './TotpForm.tsx';

/** For users who must have a second factor and have none. */
export function EnrolmentPage({ onDone }: { onDone: () => void }) {
    const factors = useOwnSecondFactors();
    const signOut = useSignOut();
    const [adds, setAdds] = useState<'totp' | 'passkey'>();
    const [codes, setCodes] = useState<readonly string[]>();
    async function finish() {
        await queryClient.refetchQueries({ queryKey: sessionKey });
        onDone();
    }
    const onAdded = (recoveryCodes: readonly string[] | undefined) =>
        recoveryCodes ? setCodes(recoveryCodes) : void finish();
    return (
        <SignedOutLayout>
            <Title order={1} mb={4}>
                Add a second factor
            </Title>
            {codes ? (
                <RecoveryCodes codes={codes} onDone={() => void finish()} />
            ) : adds === 'totp' ? (
                <TotpForm onAdded={onAdded} onCancel={() => setAdds(undefined)} />
            ) : adds === 'passkey' ? (
                <PasskeyForm onAdded={onAdded} onCancel={() => setAdds(undefined)} />
            ) : (
                <QueryContent query={factors}>
                    {({ passkeysAvailable }) => (
                        <Stack gap="sm" mt="sm">
                            <Text size="sm">
                                Your administrators require a second factor for your account. Add one to continue.
                            </Text>
                            {passkeysAvailable && canUsePasskeys() && (
                                <Button
                                    leftSection={<IconFingerprint size={16} />}
                                    onClick={() => setAdds('passkey')}
                                    fullWidth
                                >
                                    Passkey
                                </Button>
                            )}
                            <Button
                                variant="default"
                                leftSection={<IconDeviceMobile size={16} />}
                                onClick={() => setAdds('totp')}
                                fullWidth
                            >
                                App for codes
                            </Button>
                        </Stack>
                    )}
                </QueryContent>
            )}
            {!codes && (
                <Button variant="subtle" color="gray" mt="sm" fullWidth onClick={() => signOut.mutate(undefined)}>
                    Sign out
                </Button>
            )}
        </SignedOutLayout>
    );
}
