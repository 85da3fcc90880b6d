import { Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Panel } from '../../components/layout/Panel.tsx';
import { RunningReleases } from './overview/RunningReleases.tsx';
import { Signals } from './signals/Signals.tsx';
import { Templates } from './templates/Templates.tsx';

/** The running releases of a project, its templates, and the signals that may stop releases. */
export const ProjectReleases = ({ projectId }: { projectId: string }) => (
    <Stack gap="md">
        <RunningReleases projectId={projectId} />
        <Templates projectId={projectId}>
            {(table, create) => (
                <Panel
                    title="Release templates"
                    about={
                        <>
                            For the flags of this project only;{' '}
                            <Link to="/releases" search={{ tab: 'templates' }}>
                                those of all projects
                            </Link>{' '}
                            can be used here, too.
                        </>
                    }
                    actions={create}
                    flush
                >
                    {table}
                </Panel>
            )}
        </Templates>
        <Signals projectId={projectId} />
    </Stack>
);
