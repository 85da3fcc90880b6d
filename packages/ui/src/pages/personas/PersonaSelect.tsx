import { Select } from '@mantine/core';
import { useProjects } from '../projects/project.queries.ts';
import { type Persona, usePersonasOf } from './persona.queries.ts';

interface Props {
    /** The projects whose personas can be chosen. */
    projects: readonly string[];
    size?: 'xs' | 'sm';
    onChoose: (persona: Persona) => void;
}

/** Selects a persona of the project. Hidden without personas. */
export function PersonaSelect({ projects, size = 'sm', onChoose }: Props) {
    const personas = usePersonasOf(projects);
    const { data: known = [] } = useProjects();
    if (personas.length === 0) return null;
    const items = (project: string) =>
        personas
            .filter((persona) => persona.project === project)
            .map(({ id, name }) => ({ value: String(id), label: name }));
    const groups = [...new Set(personas.map(({ project }) => project))].map((project) => ({
        group: known.find(({ id }) => id === project)?.name ?? project,
        items: items(project),
    }));
    return (
        <Select
            size={size}
            label="Persona"
            placeholder="Choose one"
            searchable
            data={groups.length === 1 ? (groups[0]?.items ?? []) : groups}
            // The selection fills the fields; editing them clears the persona.
            value={null}
            onChange={(chosen) => {
                const persona = personas.find(({ id }) => String(id) === chosen);
                if (persona) onChoose(persona);
            }}
        />
    );
}
