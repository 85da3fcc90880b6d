import { Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Panel } from '../../components/layout/Panel.tsx';
import { ContextFields } from '../context-fields/ContextFields.tsx';
import { Segments } from '../segments/Segments.tsx';

/** The segments and context fields of this project. */
export function ProjectTargeting({ projectId }: { projectId: string }) {
    return (
        <Stack gap="md">
            <Segments projectId={projectId}>
                {(table, create) => (
                    <Panel
                        title="Segments"
                        about={
                            <>
                                For the flags of this project only; <Link to="/segments">those of all projects</Link>{' '}
                                can be used here, too.
                            </>
                        }
                        actions={create}
                        flush
                    >
                        {table}
                    </Panel>
                )}
            </Segments>
            <ContextFields projectId={projectId}>
                {(table, create) => (
                    <Panel
                        title="Context fields"
                        about={
                            <>
                                For constraints of this project only, in addition to{' '}
                                <Link to="/context">those of all projects</Link>.
                            </>
                        }
                        actions={create}
                        flush
                    >
                        {table}
                    </Panel>
                )}
            </ContextFields>
        </Stack>
    );
}
