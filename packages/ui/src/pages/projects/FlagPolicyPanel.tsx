import { List, Stack, Text, Textarea } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Schemas } from '../../api/types.ts';
import { jsonProblem } from '../../components/forms/json-problem.ts';
import { PageForm } from '../../components/forms/PageForm.tsx';
import { useForm } from '../../components/forms/use-form.ts';
import { Panel } from '../../components/layout/Panel.tsx';
import { useFlagPolicy, useFlagPolicyViolations, useSetFlagPolicy } from './flag-policy.queries.ts';

const EXAMPLE =
    '{ "types": ["release", "experiment"], "environments": [{ "environment": "production", "after": "staging" }] }';

/** The rules of a project for its flags, and the flags that break them. */
export function FlagPolicyPanel({ projectId }: { projectId: string }) {
    const { data: policy } = useFlagPolicy(projectId);
    return (
        <Stack gap="md">
            {policy && <FlagPolicyForm projectId={projectId} policy={policy} />}
            {policy && Object.keys(policy).length > 0 && <Violations projectId={projectId} />}
        </Stack>
    );
}

function FlagPolicyForm({ projectId, policy }: { projectId: string; policy: Schemas['flagPolicy'] }) {
    const form = useForm({
        values: { rules: Object.keys(policy).length === 0 ? '' : JSON.stringify(policy, null, 2) },
        validate: { rules: (text) => (text.trim() === '' ? undefined : jsonProblem(text)) },
        change: useSetFlagPolicy(projectId),
        input: ({ rules }) => (rules.trim() === '' ? {} : JSON.parse(rules)) as Schemas['flagPolicyUpdate'],
    });
    return (
        <Panel
            title="Flag policy"
            about="Changes that would break a rule are refused, in files, imports and change requests too"
        >
            <PageForm form={form} needs={['UPDATE_PROJECT', 'PROJECT_SETTINGS_WRITE']} project={projectId}>
                <Textarea
                    label="Rules"
                    description="JSON with types, tags, ownerRequired, expiryRequired, environments, payloads and contextFields. Leave empty for no rules."
                    placeholder={EXAMPLE}
                    autosize
                    minRows={6}
                    maxRows={24}
                    spellCheck={false}
                    classNames={{ input: 'mono' }}
                    {...form.field('rules')}
                />
            </PageForm>
        </Panel>
    );
}

function Violations({ projectId }: { projectId: string }) {
    const { data, isError } = useFlagPolicyViolations(projectId);
    return (
        <Panel title="Flags that break a rule" about="They can still be changed in other ways, and turned off">
            {isError && <Text size="sm">The flags could not be checked. Reload the page to try again.</Text>}
            {data?.violations.length === 0 && <Text size="sm">All flags follow the rules.</Text>}
            {data && data.violations.length > 0 && (
                <List size="sm" spacing={4}>
                    {data.violations.map(({ flag, environment, message }) => (
                        <List.Item key={`${flag} ${environment} ${message}`}>
                            <Link
                                to="/projects/$projectId/features/$featureName"
                                params={{ projectId, featureName: flag }}
                            >
                                {flag}
                            </Link>
                            {environment === null ? ': ' : ` in ${environment}: `}
                            {message}
                        </List.Item>
                    ))}
                </List>
            )}
            {data?.isComplete === false && <Text size="sm">Only the first 1,000 are listed.</Text>}
        </Panel>
    );
}
