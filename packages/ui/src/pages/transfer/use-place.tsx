import { Group, Select } from '@mantine/core';
import { useState } from 'react';
import { useEnvironments } from '../environments/environment.queries.ts';
import { useProjects } from '../projects/project.queries.ts';

interface ProjectProps {
    value: string;
    onChange: (project: string) => void;
}

export function ProjectSelect({ value, onChange }: ProjectProps) {
    const { data: projects = [] } = useProjects();
    return (
        <Select
            label="Project"
            data={projects.map(({ id, name }) => ({ value: id, label: name }))}
            value={value}
            onChange={(chosen) => chosen && onChange(chosen)}
        />
    );
}

/** One environment of one project, and the fields to choose them. */
export function usePlace(initial: string | undefined) {
    const { data: environments = [] } = useEnvironments();
    const [project, setProject] = useState(initial ?? 'default');
    const [environment, setEnvironment] = useState('development');
    const selects = (
        <Group grow>
            <ProjectSelect value={project} onChange={setProject} />
            <Select
                label="Environment"
                data={environments.map(({ name }) => name)}
                value={environment}
                onChange={(value) => value && setEnvironment(value)}
            />
        </Group>
    );
    return { project, environment, selects };
}
