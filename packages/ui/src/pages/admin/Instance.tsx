import { SimpleGrid, Stack, Switch, TagsInput, Text } from '@mantine/core';
import { PageForm } from '../../components/forms/PageForm.tsx';
import { useForm } from '../../components/forms/use-form.ts';
import { Facts } from '../../components/layout/Facts.tsx';
import { Panel } from '../../components/layout/Panel.tsx';
import { QueryContent } from '../../components/layout/States.tsx';
import { useUiConfig } from '../session/session.queries.ts';
import { useSetCors, useSetMaintenance, useStatistics } from './instance.queries.ts';

export function Instance() {
    const config = useUiConfig();
    const statistics = useStatistics();
    return (
        <Stack gap="md">
            <SimpleGrid cols={{ base: 1, md: 2 }} style={{ alignItems: 'start' }}>
                <QueryContent query={config}>
                    {({ maintenanceMode = false, frontendApiOrigins = [] }) => (
                        <>
                            <Maintenance isOn={maintenanceMode} />
                            <Cors origins={frontendApiOrigins} />
                        </>
                    )}
                </QueryContent>
            </SimpleGrid>
            <QueryContent query={statistics}>
                {(counts) => (
                    <Panel title="Statistics" about={`Halyard ${counts.versionOSS}, instance ${counts.instanceId}`}>
                        <Facts
                            facts={{
                                users: counts.users,
                                'service accounts': counts.serviceAccounts,
                                projects: counts.projects,
                                flags: counts.featureToggles,
                                'archived flags': counts.archivedFeatureToggles,
                                environments: counts.environments,
                                segments: counts.segments,
                                'context fields': counts.contextFields,
                                roles: counts.roles,
                                tags: counts.tags,
                                events: counts.events,
                                'backend tokens': counts.apiTokens.client,
                                'frontend tokens': counts.apiTokens.frontend,
                                'admin tokens': counts.apiTokens.admin,
                            }}
                        />
                    </Panel>
                )}
            </QueryContent>
        </Stack>
    );
}

function Maintenance({ isOn }: { isOn: boolean }) {
    const set = useSetMaintenance();
    return (
        <Panel title="Maintenance mode">
            <Switch
                label="Refuse all changes"
                description="For a migration or an upgrade. SDKs are not affected."
                checked={isOn}
                onChange={(event) => set.mutate(event.currentTarget.checked)}
            />
        </Panel>
    );
}

function Cors({ origins }: { origins: string[] }) {
    const form = useForm({ values: { origins }, change: useSetCors(), input: (values) => values.origins });
    return (
        <Panel title="Frontend API">
            <PageForm
                form={form}
                note={
                    <Text size="xs" c="dimmed">
                        Requests from other origins are rejected.
                    </Text>
                }
            >
                <TagsInput
                    label="Allowed origins"
                    description="Such as https://shop.example.com, or * for all"
                    acceptValueOnBlur
                    {...form.field('origins')}
                />
            </PageForm>
        </Panel>
    );
}
