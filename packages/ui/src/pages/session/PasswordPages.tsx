import { Alert, Anchor, Button, Loader, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { messageOf } from '../../api/client.ts';
import { Frontispiece } from './Frontispiece.tsx';
import { useInvitation, useResetLink, useResetPassword, useSignIn, useSignUp } from './session.queries.ts';

const RULES = 'At least 10 characters, with upper and lower case, a digit and a special character';

export function ForgottenPasswordPage() {
    return (
        <Frontispiece>
            <Title order={1}>Forgotten password</Title>
            <Text mt="sm">
                Ask one of your administrators: they can set a new password for you under Administration, Users, or send you a link with
                which you choose one yourself.
            </Text>
            <BackToSignIn />
        </Frontispiece>
    );
}

function BackToSignIn() {
    return (
        <Text mt="lg" size="sm">
            <Link to="/projects">Back to signing in</Link>
        </Text>
    );
}

/** Where links for a first or a new password, and invitations, lead. */
export function NewUserPage() {
    const { invite, token } = useSearch({ strict: false });
    if (invite) return <SignUp token={invite} />;
    return <ResetPasswordPage token={token ?? ''} />;
}

function ResetPasswordPage({ token: secret }: { token: string }) {
    const link = useResetLink(secret);
    return (
        <Frontispiece>
            <Title order={1}>Choose a password</Title>
            {link.isPending && <Loader mt="lg" />}
            {link.isError && <Refused message={messageOf(link.error)} />}
            {link.data && <ResetForm token={secret} username={link.data.username || link.data.email || ''} name={link.data.name || link.data.username || link.data.email || ''} />}
        </Frontispiece>
    );
}

function Refused({ message }: { message: string }) {
    return (
        <>
            <Alert mt="md" color="red" icon={<IconAlertTriangle size={16} />} role="alert">
                {message} Ask for a new link.
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
        initialValues: { password: '', again: '' },
        validate: {
            password: (value) => (value.length >= 10 ? null : 'At least 10 characters'),
            again: (value, { password }) => (value === password ? null : 'This is not the same'),
        },
    });
    const submit = form.onSubmit(async ({ password }) => {
        await reset.mutateAsync({ token, password });
        await signIn.mutateAsync({ username, password });
        await navigate({ to: '/projects' });
    });
    return (
        <form onSubmit={(event) => submit(event)}>
            <Stack gap="sm" mt="sm">
                <Text>For {name}.</Text>
                <PasswordInput label="Password" description={RULES} autoComplete="new-password" {...form.getInputProps('password')} />
                <PasswordInput label="Once more" autoComplete="new-password" {...form.getInputProps('again')} />
                {reset.isError && (
                    <Alert color="red" role="alert">
                        {messageOf(reset.error)}
                    </Alert>
                )}
                <Button type="submit" loading={reset.isPending || signIn.isPending}>
                    Save and sign in
                </Button>
            </Stack>
        </form>
    );
}

function SignUp({ token }: { token: string }) {
    const invitation = useInvitation(token);
    return (
        <Frontispiece>
            <Title order={1}>Join your team</Title>
            {invitation.isPending && <Loader mt="lg" />}
            {invitation.isError && <Refused message="This invitation is not valid, or has expired." />}
            {invitation.data && <SignUpForm token={token} />}
        </Frontispiece>
    );
}

function SignUpForm({ token }: { token: string }) {
    const signUp = useSignUp(token);
    const signIn = useSignIn();
    const navigate = useNavigate();
    const form = useForm({
        initialValues: { name: '', email: '', password: '' },
        validate: {
            name: (value) => (value.trim() ? null : 'Enter your name'),
            email: (value) => (/^\S+@\S+\.\S+$/.test(value) ? null : 'Enter your e-mail address'),
            password: (value) => (value.length >= 10 ? null : 'At least 10 characters'),
        },
    });
    const submit = form.onSubmit(async (values) => {
        await signUp.mutateAsync(values);
        await signIn.mutateAsync({ username: values.email, password: values.password });
        await navigate({ to: '/projects' });
    });
    return (
        <form onSubmit={(event) => submit(event)} noValidate>
            <Stack gap="sm" mt="sm">
                <TextInput label="Name" autoComplete="name" {...form.getInputProps('name')} />
                <TextInput label="E-mail" type="email" autoComplete="email" {...form.getInputProps('email')} />
                <PasswordInput label="Password" description={RULES} autoComplete="new-password" {...form.getInputProps('password')} />
                {signUp.isError && (
                    <Alert color="red" role="alert">
                        {messageOf(signUp.error)}
                    </Alert>
                )}
                <Button type="submit" loading={signUp.isPending || signIn.isPending}>
                    Create account
                </Button>
                <Anchor component={Link} to="/projects" size="sm" c="dimmed">
                    I have an account
                </Anchor>
            </Stack>
        </form>
    );
}
