import { Button, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Panel } from '../../components/layout/Panel.tsx';
import { download } from '../../components/links/download.ts';
import { useExport } from './transfer.queries.ts';
import { useEnvironmentSelect } from './use-environment-select.tsx';

export function Export({ project: initial }: { project: string | undefined }) {
    const { project, environment, selects } = useEnvironmentSelect(initial);
    const run = useExport();
    return (
        <Panel title="Export the flags of a project">
            <Stack gap="sm">
                {selects}
                <Text size="sm" c="dimmed">
                    The file contains the flags with their strategies and variants in this environment, and what these
                    refer to: context fields, segments, tags, dependencies and links.
                </Text>
                <div>
                    <Button
                        leftSection={<IconDownload size={15} />}
                        loading={run.isPending}
                        onClick={() =>
                            run.mutate(
                                { project, environment },
                                {
                                    onSuccess: (data) =>
                                        download(
                                            `${project}-${environment}.json`,
                                            'application/json',
                                            JSON.stringify(data, null, 2),
                                        ),
                                },
                            )
                        }
                    >
                        Download
                    </Button>
                </div>
            </Stack>
        </Panel>
    );
}
