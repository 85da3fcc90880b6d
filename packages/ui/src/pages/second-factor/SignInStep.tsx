import { Button, Stack, Text } from '@mantine/core';
import type { PendingSignIn } from '../session/session.queries.ts';
import { ProofForm } from './ProofForm.tsx';
import { useFinishSignIn } from './second-factor.queries.ts';

interface Props {
    pending: PendingSignIn;
    onSignedIn?: () => void;
    /** Returns to the password. */
    onRestart?: () => void;
}

/** The second step of a sign-in with a password. */
export function SignInStep({ pending, onSignedIn, onRestart }: Props) {
    const finish = useFinishSignIn(pending);
    return (
        <Stack gap="sm" mt="sm">
            <Text size="sm">Your account has a second factor. Use it to complete the sign-in.</Text>
            <ProofForm
                request={pending}
                change={finish}
                submit="Sign in"
                {...(onSignedIn && { onProved: onSignedIn })}
            />
            {onRestart && (
                <Button variant="subtle" color="gray" size="compact-sm" onClick={onRestart}>
                    Start again
                </Button>
            )}
            <Text size="xs" c="dimmed">
                If you have lost it, ask an administrator to remove it: they can do this under Administration, Users.
            </Text>
        </Stack>
    );
}
