import {
    Button,
    NumberInput,
    PasswordInput,
    Select,
    SimpleGrid,
    Stack,
    Switch,
    Text,
    Textarea,
    TextInput,
} from '@mantine/core';
import { messageOf } from '../../../api/client.ts';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { required } from '../../../components/forms/rules.ts';
import { useForm } from '../../../components/forms/use-form.ts';
import { QueryContent } from '../../../components/layout/States.tsx';
import { useCheckDataSource, useDataSource, useSaveDataSource } from './data-source.queries.ts';
import { type DataSourceDraft, draftOfSource, NEW_SOURCE, sourceBody } from './data-source-draft.ts';
import { KINDS } from './kinds.ts';

interface Props {
    projectId: string;
    /** Undefined: a new data source. */
    name: string | undefined;
    onClose: () => void;
}

export function DataSourceDialog(props: Props) {
    const { projectId, name } = props;
    const saved = useDataSource(projectId, name);
    if (name === undefined) return <SourceForm {...props} values={NEW_SOURCE} hasPassword={false} />;
    return (
        <QueryContent query={saved} skeleton={null}>
            {(source) => <SourceForm {...props} values={draftOfSource(source)} hasPassword={source.hasPassword} />}
        </QueryContent>
    );
}

interface FormProps extends Props {
    values: DataSourceDraft;
    hasPassword: boolean;
}

const KIND_OPTIONS = Object.entries(KINDS).map(([value, label]) => ({ value, label }));

function SourceForm({ projectId, name, values, hasPassword, onClose }: FormProps) {
    const form = useForm({
        values,
        validate: {
            name: required('Enter a name'),
            host: required('Enter a host'),
            database: required('Enter a database'),
            user: required('Enter a user'),
            exposures: required('Enter a query'),
            outcomes: required('Enter a query'),
        },
        change: useSaveDataSource(projectId),
        input: sourceBody,
        onSaved: onClose,
    });
    const { tls, kind } = form.values;
    return (
        <FormDialog
            title={name === undefined ? 'New data source' : `Data source ${name}`}
            onClose={onClose}
            submit="Save"
            size="lg"
            {...form.dialog}
        >
            <Text size="sm" c="dimmed">
                Halyard sends its queries with these credentials: use a user that may only read these tables.
            </Text>
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
                <TextInput label="Name" withAsterisk disabled={name !== undefined} {...form.field('name')} />
                <Select
                    label="Database"
                    description="PostgreSQL is also for Redshift, Citus and CockroachDB."
                    allowDeselect={false}
                    disabled={name !== undefined}
                    data={KIND_OPTIONS}
                    value={kind}
                    // The values are those of the options.
                    onChange={(next) => form.edit('kind', next as DataSourceDraft['kind'])}
                />
                <TextInput label="Host" withAsterisk {...form.field('host')} />
                <NumberInput
                    label="Port"
                    placeholder="Default"
                    min={1}
                    max={65_535}
                    allowDecimal={false}
                    {...form.field('port')}
                    onChange={(port) => form.edit('port', typeof port === 'number' ? port : '')}
                />
                <TextInput label="Name of the database" withAsterisk {...form.field('database')} />
                <TextInput label="Unit" description="What the column “unit” contains." {...form.field('unit')} />
                <TextInput label="User" withAsterisk autoComplete="off" {...form.field('user')} />
                <PasswordInput
                    label="Password"
                    placeholder={hasPassword ? 'Stored; empty keeps it' : ''}
                    autoComplete="new-password"
                    {...form.field('password')}
                />
            </SimpleGrid>
            <Switch
                label="Encrypt the connection, and verify the certificate of the server"
                checked={tls}
                onChange={({ currentTarget }) => form.edit('tls', currentTarget.checked)}
            />
            {tls && (
                <Textarea
                    label="Certificate authority"
                    description="PEM. Empty: the well-known authorities."
                    autosize
                    maxRows={4}
                    {...form.field('certificateAuthority')}
                />
            )}
            <QueryInput
                label="Exposures"
                columns="unit, feature, environment, variant, at"
                field={form.field('exposures')}
            />
            <QueryInput label="Outcomes" columns="unit, name, value, at" field={form.field('outcomes')} />
            <NumberInput
                label="Minutes between queries"
                min={15}
                max={1_440}
                allowDecimal={false}
                {...form.field('refreshMinutes')}
                onChange={(minutes) => form.edit('refreshMinutes', Number(minutes) || 60)}
            />
            {name !== undefined && !form.isDirty && <Check projectId={projectId} name={name} />}
        </FormDialog>
    );
}

interface QueryInputProps {
    label: string;
    columns: string;
    field: object;
}

const QueryInput = ({ label, columns, field }: QueryInputProps) => (
    <Textarea
        label={label}
        description={`A SELECT with the columns ${columns}.`}
        withAsterisk
        autosize
        minRows={2}
        maxRows={10}
        spellCheck={false}
        {...field}
    />
);

/** Runs the saved queries without reading rows. */
function Check({ projectId, name }: { projectId: string; name: string }) {
    const check = useCheckDataSource(projectId);
    return (
        <Stack gap={4} align="flex-start">
            <Button variant="default" size="xs" loading={check.isPending} onClick={() => check.mutate({ name })}>
                Test the connection and the queries
            </Button>
            {check.error && (
                <Text size="sm" c="var(--mantine-color-error)" role="status">
                    {messageOf(check.error)}
                </Text>
            )}
            {check.data?.queries.map(({ query, failure }) => (
                <Text
                    key={query}
                    size="sm"
                    role="status"
                    c={failure === null ? undefined : 'var(--mantine-color-error)'}
                >
                    {query}: {failure ?? 'works'}
                </Text>
            ))}
        </Stack>
    );
}
