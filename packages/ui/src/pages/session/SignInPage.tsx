import { Alert, Anchor, Button, Divider, Modal, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertTriangle, IconKey } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { basePath, messageOf } from '../../api/client.ts';
import { SignedOutLayout } from './SignedOutLayout.tsx';
import { useSignIn, useSignInMethods } from './session.queries.ts';

export function SignInPage() {
    return (
        <SignedOutLayout>
            <Title order={1} mb={4}>
                Sign in
            </Title>
            <SignInOptions />
        </SignedOutLayout>
    );
}

/** For an expired session: the open page stays as it is. */
export function SignInAgain() {
    return (
        <Modal
            opened
            onClose={() => {}}
            title="Sign in again"
            data-stays
            withCloseButton={false}
            closeOnEscape={false}
            closeOnClickOutside={false}
            zIndex={ABOVE_OTHER_DIALOGS}
            overlayProps={{ blur: 3 }}
        >
            <Text size="sm">
                Your session has ended. Sign in to continue where you left off. A change that you made since was not
                saved; repeat it.
            </Text>
            <SignInOptions />
        </Modal>
    );
}

const ABOVE_OTHER_DIALOGS = 1_000;

function SignInOptions() {
    const methods = useSignInMethods();
    const options = methods.data?.options ?? [];
    const hasPassword = methods.data?.password ?? true;
    const { pathname, search } = useLocation();
    const isAtLogin = pathname === '/login';
    const returnTo = isAtLogin ? '/' : location.pathname.slice(basePath.length) + location.search;
    return (
        <Stack gap="sm" mt="md">
            {isAtLogin && search.error && (
                <Alert color="red" variant="light" icon={<IconAlertTriangle size={16} />} role="alert">
                    {search.error}
                </Alert>
            )}
            {options.map(({ type, message, path }) => (
                <Button
                    key={type}
                    component="a"
                    href={`${path}?returnTo=${encodeURIComponent(returnTo)}`}
                    variant={hasPassword ? 'default' : 'filled'}
                    leftSection={<IconKey size={15} />}
                    fullWidth
                >
                    {message}
                </Button>
            ))}
            {options.length > 0 && hasPassword && <Divider label="or with a password" />}
            {hasPassword && <PasswordForm />}
        </Stack>
    );
}

function PasswordForm() {
    const signIn = useSignIn();
    const form = useForm({
        mode: 'uncontrolled',
        initialValues: { username: '', password: '' },
        validate: {
            username: (value) => (value.trim() ? null : 'Enter your username or e-mail address'),
            password: (value) => (value ? null : 'Enter your password'),
        },
    });
    return (
        <form onSubmit={form.onSubmit((values) => signIn.mutate(values))} noValidate>
            <Stack gap="sm">
                {signIn.isError && (
                    <Alert color="red" variant="light" icon={<IconAlertTriangle size={16} />} role="alert">
                        {messageOf(signIn.error)}
                    </Alert>
                )}
                <TextInput
                    label="Username or e-mail"
                    autoComplete="username"
                    autoFocus
                    data-autofocus
                    key={form.key('username')}
                    {...form.getInputProps('username')}
                />
                <PasswordInput
                    label="Password"
                    autoComplete="current-password"
                    key={form.key('password')}
                    {...form.getInputProps('password')}
                />
                <Button type="submit" loading={signIn.isPending} fullWidth mt={4}>
                    Sign in
                </Button>
                <Anchor component={Link} to="/forgotten-password" size="sm" c="dimmed">
                    Forgotten your password?
                </Anchor>
            </Stack>
        </form>
    );
}
