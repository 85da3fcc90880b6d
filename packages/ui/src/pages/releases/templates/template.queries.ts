import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { useChange } from '../../../api/use-change.ts';
import { type Template, type TemplateDraft, templateBody } from './template-draft.ts';

const TEMPLATES = '/api/admin/release-plan-templates';
const OF_PROJECT = '/api/admin/projects/{projectId}/release-templates';

/** The templates of all projects; with a project, its own, and if wanted also those of all projects. */
export function useTemplates(projectId?: string, { withRoot = false, isEnabled = true } = {}) {
    return useQuery({
        enabled: isEnabled,
        queryKey: ['releases', 'templates', projectId ?? null, withRoot],
        queryFn: () =>
            projectId === undefined
                ? api.GET(TEMPLATES)
                : api.GET(OF_PROJECT, { path: { projectId }, query: withRoot ? { include: 'root' as const } : {} }),
    });
}

/** A template with its milestones. */
export function useTemplate(id: string, isEnabled = true) {
    return useQuery({
        enabled: isEnabled,
        queryKey: ['releases', 'template', id],
        queryFn: () => api.GET(`${TEMPLATES}/{id}`, { path: { id } }),
    });
}

export interface TemplateAt {
    /** Undefined for a new template. */
    id?: string | undefined;
    /** The project that the template belongs to; undefined for all projects. */
    project?: string | undefined;
}

export function useSaveTemplate({ id, project: projectId }: TemplateAt) {
    return useChange(
        (draft: TemplateDraft, client) => {
            const body = templateBody(draft);
            if (projectId === undefined) {
                return id === undefined
                    ? client.POST(TEMPLATES, { body })
                    : client.PUT(`${TEMPLATES}/{id}`, { path: { id }, body });
            }
            return id === undefined
                ? client.POST(OF_PROJECT, { path: { projectId }, body })
                : client.PUT(`${OF_PROJECT}/{id}`, { path: { projectId, id }, body });
        },
        {
            successMessage: ({ name }) => `Template ${name} ${id === undefined ? 'created' : 'saved'}`,
            invalidates: ['releases'],
        },
    );
}

/** Archived templates cannot be used for new plans. Running plans keep their copy. */
export function useArchiveTemplate() {
    return useChange(
        ({ id, project }: Template, client) =>
            project
                ? client.POST(`${OF_PROJECT}/archive/{id}`, { path: { projectId: project, id } })
                : client.POST(`${TEMPLATES}/archive/{id}`, { path: { id } }),
        { successMessage: ({ name }) => `Template ${name} archived`, invalidates: ['releases'] },
    );
}
