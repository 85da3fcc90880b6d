import { Alert, Anchor, Button, PasswordInput, Stack, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertTriangle } from '@tabler/icons-react';
import { messageOf } from '../../api/client.ts';
import { Frontispiece } from './Frontispiece.tsx';
import { useSignIn } from './session.queries.ts';

export function SignInPage() {
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
        <Frontispiece>
            <Title order={1} mb={4}>
                Sign in
            </Title>
            <form onSubmit={form.onSubmit((values) => signIn.mutate(values))} noValidate>
                <Stack gap="sm" mt="md">
                    {signIn.isError && (
                        <Alert color="red" variant="light" icon={<IconAlertTriangle size={16} />} role="alert">
                            {messageOf(signIn.error)}
                        </Alert>
                    )}
                    <TextInput
                        label="Username or e-mail"
                        autoComplete="username"
                        autoFocus
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
                    <Anchor href="forgotten-password" size="sm" c="dimmed">
                        Forgotten your password?
                    </Anchor>
                </Stack>
            </form>
        </Frontispiece>
    );
}
