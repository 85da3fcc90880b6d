import { Alert, Anchor, Button, Loader, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { messageOf } from '../../api/client.ts';
import { Form } from '../../components/forms/Form.tsx';
import { FormError } from '../../components/forms/FormError.tsx';
import { required } from '../../components/forms/rules.ts';
import { useForm } from '../../components/forms/use-form.ts';
import { lazyComponent } from '../../components/layout/lazy.tsx';
import { SignedOutLayout } from './SignedOutLayout.tsx';
import {
    pendingSignInOf,
    useInvitation,
    useResetLink,
    useResetPassword,
    useSendResetMail,
    useSignIn,
    useSignUp,
} from './session.queries.ts';

const SignInStep = lazyComponent(() => import('../second-factor/SignInStep.tsx'), 'SignInStep');

const RULES = 'At least 10 characters, with upper and lower case, a digit and a special character';

export function ForgottenPasswordPage() {
    const send = useSendResetMail();
    const form = useForm({ values: { email: '' }, change: send, input: ({ email }) => email });
    return (
        <SignedOutLayout>
            <Title order={1}>Forgotten password</Title>
            {send.isSuccess ? (
                <Alert mt="md" color="green" role="status">
                    If an account with this address exists, we sent it a link. Check your inbox.
                </Alert>
            ) : (
                <Form form={form}>
                    <Stack gap="sm" mt="md">
                        <TextInput label="E-mail" type="email" autoComplete="email" {...form.field('email')} />
                        <FormError error={form.error} />
                        <Button type="submit" loading={form.isBusy} disabled={!form.values.email}>
                            Send me a link
                        </Button>
                    </Stack>
                </Form>
            )}
            <Text mt="md" size="sm" c="dimmed">
                Your administrators can also set a new password for you, under Administration, Users.
            </Text>
            <BackToSignIn />
        </SignedOutLayout>
    );
}

function BackToSignIn() {
    return (
        <Text mt="lg" size="sm">
            <Link to="/projects">Back to signing in</Link>
        </Text>
    );
}

/** The target of password links and invitations. */
export function NewUserPage() {
    const { invite, token } = useSearch({ strict: false });
    if (invite) return <SignUp token={invite} />;
    return <ResetPasswordPage token={token ?? ''} />;
}

function ResetPasswordPage({ token: secret }: { token: string }) {
    const link = useResetLink(secret);
    return (
        <SignedOutLayout>
            <Title order={1}>Choose a password</Title>
            {link.isPending && <Loader mt="lg" />}
            {link.isError && <InvalidLink message={messageOf(link.error)} />}
            {link.data && (
                <ResetForm
                    token={secret}
                    username={link.data.username || link.data.email || ''}
                    name={link.data.name || link.data.username || link.data.email || ''}
                />
            )}
        </SignedOutLayout>
    );
}

function InvalidLink({ message }: { message: string }) {
    return (
        <>
            <Alert mt="md" color="red" icon={<IconAlertTriangle size={16} />} role="alert">
                {message} Request a new link.
            </Alert>
            <BackToSignIn />
        </>
    );
}

function ResetForm({ token, username, name }: { token: string; username: string; name: string }) {
    const reset = useResetPassword();
    const signIn = useSignIn();
    const navigate = useNavigate();
    const form = useForm({
        values: { password: '', again: '' },
        validate: {
            password: (value) => (value.length >= 10 ? null : 'At least 10 characters'),
            again: (value, { password }) => (value === password ? null : 'The passwords do not match'),
        },
        change: reset,
        input: ({ password }) => ({ token, password }),
        onSaved: (_answer, _navigate, { password }) =>
            signIn.mutate({ username, password }, { onSuccess: () => navigate({ to: '/projects' }) }),
    });
    const pending = pendingSignInOf(signIn.error);
    if (pending) {
        return (
            <Suspense fallback={null}>
                <SignInStep pending={pending} onSignedIn={() => void navigate({ to: '/projects' })} />
            </Suspense>
        );
    }
    if (signIn.isError) return <SignInFailed done="Your password is saved" error={signIn.error} />;
    return (
        <Form form={form}>
            <Stack gap="sm" mt="sm">
                <Text>For {name}.</Text>
                <PasswordInput
                    label="Password"
                    description={RULES}
                    autoComplete="new-password"
                    {...form.field('password')}
                />
                <PasswordInput label="Confirm new password" autoComplete="new-password" {...form.field('again')} />
                <FormError error={form.error} />
                <Button type="submit" loading={reset.isPending || signIn.isPending}>
                    Save and sign in
                </Button>
            </Stack>
        </Form>
    );
}

/** The request succeeded and cannot be repeated; the next step is to sign in. */
function SignInFailed({ done, error }: { done: string; error: unknown }) {
    return (
        <>
            <Alert mt="md" color="brass" icon={<IconAlertTriangle size={16} />} role="alert">
                {done}, but you could not be signed in: {messageOf(error)}
            </Alert>
            <BackToSignIn />
        </>
    );
}

function SignUp({ token }: { token: string }) {
    const invitation = useInvitation(token);
    return (
        <SignedOutLayout>
            <Title order={1}>Join your team</Title>
            {invitation.isPending && <Loader mt="lg" />}
            {invitation.isError && <InvalidLink message="This invitation is not valid, or has expired." />}
            {invitation.data && <SignUpForm token={token} />}
        </SignedOutLayout>
    );
}

function SignUpForm({ token }: { token: string }) {
    const signUp = useSignUp(token);
    const signIn = useSignIn();
    const navigate = useNavigate();
    const form = useForm({
        values: { name: '', email: '', password: '' },
        validate: {
            name: required('Enter your name'),
            email: (value) => (/^\S+@\S+\.\S+$/.test(value) ? null : 'Enter your e-mail address'),
            password: (value) => (value.length >= 10 ? null : 'At least 10 characters'),
        },
        unique: ['email'],
        change: signUp,
        input: (values) => values,
        onSaved: ({ emailSent }, _navigate, { email: username, password }) => {
            if (emailSent !== undefined) return;
            signIn.mutate({ username, password }, { onSuccess: () => navigate({ to: '/projects' }) });
        },
    });
    if (signUp.data?.emailSent !== undefined) {
        return (
            <Alert mt="md" color="green" role="status">
                Check your inbox: the link in the e-mail confirms your address and lets you choose a password.
            </Alert>
        );
    }
    if (signIn.isError) return <SignInFailed done="Your account is created" error={signIn.error} />;
    return (
        <Form form={form}>
            <Stack gap="sm" mt="sm">
                <TextInput label="Name" autoComplete="name" {...form.field('name')} />
                <TextInput label="E-mail" type="email" autoComplete="email" {...form.field('email')} />
                <PasswordInput
                    label="Password"
                    description={RULES}
                    autoComplete="new-password"
                    {...form.field('password')}
                />
                <FormError error={form.error} />
                <Button type="submit" loading={signUp.isPending || signIn.isPending}>
                    Create account
                </Button>
                <Anchor component={Link} to="/projects" size="sm" c="dimmed">
                    I have an account
                </Anchor>
            </Stack>
        </Form>
    );
}
