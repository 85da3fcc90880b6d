import { Alert, Anchor, Button, Divider, Modal, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconAlertTriangle, IconKey } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { Suspense } from 'react';
import { basePath, messageOf } from '../../api/client.ts';
import { Form } from '../../components/forms/Form.tsx';
import { required } from '../../components/forms/rules.ts';
import { useForm } from '../../components/forms/use-form.ts';
import { lazyComponent } from '../../components/layout/lazy.tsx';
import { SignedOutLayout } from './SignedOutLayout.tsx';
import { pendingSignInOf, useSignIn, useSignInMethods } from './session.queries.ts';

const SignInStep = lazyComponent(() => import('../second-factor/SignInStep.tsx'), 'SignInStep');

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
        values: { username: '', password: '' },
        validate: {
            username: required('Enter your username or e-mail address'),
            password: (value) => (value ? null : 'Enter your password'),
        },
        change: signIn,
        input: (values) => values,
    });
    const pending = pendingSignInOf(signIn.error);
    if (pending) {
        return (
            <Suspense fallback={null}>
                <SignInStep pending={pending} onRestart={signIn.reset} />
            </Suspense>
        );
    }
    return (
        <Form form={form}>
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
                    {...form.field('username')}
                />
                <PasswordInput label="Password" autoComplete="current-password" {...form.field('password')} />
                <Button type="submit" loading={signIn.isPending} fullWidth mt={4}>
                    Sign in
                </Button>
                <Anchor component={Link} to="/forgotten-password" size="sm" c="dimmed">
                    Forgotten your password?
                </Anchor>
            </Stack>
        </Form>
    );
}
