import type { SpotlightActionData, SpotlightActionGroupData } from '@mantine/spotlight';
import {
    IconApps,
    IconBraces,
    IconFlag3,
    IconFlask,
    IconFolder,
    IconHistory,
    IconServer2,
    IconSettings,
    IconStairs,
    IconTargetArrow,
    IconUser,
    IconUsersGroup,
    type TablerIcon,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMay } from '../components/access/may.ts';
import { ADMIN_TABS, type AdminTabName, permissionsForTab } from '../pages/admin/admin-tabs.ts';
import { nameOf } from '../pages/admin/user.queries.ts';
import { useApplications } from '../pages/applications/application.queries.ts';
import { useContextFields } from '../pages/context-fields/context-field.queries.ts';
import { useEnvironments } from '../pages/environments/environment.queries.ts';
import { useExperiments } from '../pages/experiments/experiment.queries.ts';
import { useAccessCandidates, useProjects } from '../pages/projects/project.queries.ts';
import { PROJECT_SECTIONS } from '../pages/projects/project-sections.ts';
import { useTemplates } from '../pages/releases/templates/template.queries.ts';
import { useSegments } from '../pages/segments/segment.queries.ts';
import { useSession } from '../pages/session/session.queries.ts';
import { recentVisits, type Visit } from './recents.ts';

export const SIZE = 18;

type Navigate = ReturnType<typeof useNavigate>;

const group = (title: string, actions: SpotlightActionData[]): SpotlightActionGroupData => ({ group: title, actions });

const icon = (Icon: TablerIcon) => <Icon size={SIZE} stroke={1.7} />;

/** All named objects that the user may open, except flags, of which there may be thousands; experiments of the current project. */
export function usePaletteObjects(isEnabled: boolean, projectId: string | undefined): SpotlightActionGroupData[] {
    const navigate = useNavigate();
    const { data: projects = [] } = useProjects({ isEnabled });
    const { data: segments = [] } = useSegments(undefined, isEnabled);
    const { data: fields = [] } = useContextFields(undefined, isEnabled);
    const { data: environments = [] } = useEnvironments(isEnabled);
    const { data: templates = [] } = useTemplates(undefined, { isEnabled });
    const { data: known } = useApplications({ isEnabled, every: false });
    const { data: experiments = [] } = useExperiments(projectId ?? '', {
        isEnabled: isEnabled && projectId !== undefined,
    });
    const people = usePeople(isEnabled, navigate);
    return [
        group(
            'Projects',
            projects.map(({ id, name }) => ({
                id: `project ${id}`,
                label: name,
                description: id === name.toLowerCase() ? undefined : id,
                leftSection: icon(IconFolder),
                onClick: () => void navigate({ to: '/projects/$projectId', params: { projectId: id } }),
            })),
        ),
        group(
            'Segments',
            segments.map(({ id, name, description }) => ({
                id: `segment ${id}`,
                label: name,
                description: description || undefined,
                leftSection: icon(IconTargetArrow),
                onClick: () => void navigate({ to: '/segments/$segmentId', params: { segmentId: String(id) } }),
            })),
        ),
        group(
            'Release templates',
            templates.map(({ id, name, description }) => ({
                id: `template ${id}`,
                label: name,
                description: description || undefined,
                leftSection: icon(IconStairs),
                onClick: () =>
                    void navigate({ to: '/release-templates/$templateId', params: { templateId: id }, search: {} }),
            })),
        ),
        group(
            'Experiments',
            experiments.map(({ id, name, feature, project }) => ({
                id: `experiment ${id}`,
                label: name,
                description: feature,
                leftSection: icon(IconFlask),
                onClick: () =>
                    void navigate({
                        to: '/projects/$projectId/experiments/$experimentId',
                        params: { projectId: project, experimentId: id },
                        search: {},
                    }),
            })),
        ),
        group(
            'Applications',
            (known?.applications ?? []).map(({ appName }) => ({
                id: `application ${appName}`,
                label: appName,
                leftSection: icon(IconApps),
                onClick: () => void navigate({ to: '/applications/$appName', params: { appName } }),
            })),
        ),
        group(
            'Context fields',
            fields.map(({ name, description, project }) => ({
                id: `field ${project ?? ''} ${name}`,
                label: name,
                description: description || undefined,
                leftSection: icon(IconBraces),
                onClick: () => void navigate({ to: '/context', search: { find: name } }),
            })),
        ),
        group(
            'Environments',
            environments.map(({ name, type }) => ({
                id: `environment ${name}`,
                label: name,
                description: type === name ? undefined : type,
                leftSection: icon(IconServer2),
                onClick: () => void navigate({ to: '/environments' }),
            })),
        ),
        ...people,
    ];
}

/** Only administrators can search for users. */
function usePeople(isEnabled: boolean, navigate: Navigate): SpotlightActionGroupData[] {
    const isAdmin = useMay()('ADMIN');
    const { data } = useAccessCandidates(isEnabled && isAdmin);
    if (!isAdmin) return [];
    return [
        group(
            'People',
            (data?.users ?? []).map((user) => ({
                id: `user ${user.id}`,
                label: nameOf(user),
                description: [user.email, user.username].find((each) => each && each !== nameOf(user)) ?? undefined,
                leftSection: icon(IconUser),
                onClick: () => void navigate({ to: '/admin', search: { tab: 'users', find: nameOf(user) } }),
            })),
        ),
        group(
            'Groups',
            (data?.groups ?? []).map(({ id, name }) => ({
                id: `group ${id}`,
                label: name ?? `Group ${id}`,
                leftSection: icon(IconUsersGroup),
                onClick: () => void navigate({ to: '/admin', search: { tab: 'groups', find: name } }),
            })),
        ),
    ];
}

const PROJECT_TABS = {
    'change-requests': 'Change requests',
    archive: 'Archived flags',
    access: 'Access',
    tokens: 'API tokens',
    environments: 'Environments',
    targeting: 'Segments and context fields',
    releases: 'Releases',
    experiments: 'Experiments',
    events: 'Audit log',
};

/** Settings of the instance and of the current project. */
export function useSettings(projectId: string | undefined): SpotlightActionGroupData[] {
    const navigate = useNavigate();
    const may = useMay();
    const tabs = Object.keys(ADMIN_TABS) as AdminTabName[];
    return [
        ...(projectId
            ? [
                  group(
                      `In ${projectId}`,
                      [
                          ...Object.entries(PROJECT_TABS).map(([tab, label]) => ({ label, search: { tab } })),
                          ...Object.entries(PROJECT_SECTIONS).map(([section, { label, keywords }]) => ({
                              label: `Settings: ${label.toLowerCase()}`,
                              keywords,
                              search: { tab: 'settings', section },
                          })),
                      ].map(({ label, search, ...more }) => ({
                          id: `project tab ${label}`,
                          label: `${label} of ${projectId}`,
                          ...more,
                          leftSection: icon(IconFolder),
                          onClick: () => void navigate({ to: '/projects/$projectId', params: { projectId }, search }),
                      })),
                  ),
              ]
            : []),
        group('Settings', [
            ...tabs
                .filter((tab) => permissionsForTab(tab).some((permission) => may(permission)))
                .map((tab) => ({
                    id: `admin ${tab}`,
                    label: ADMIN_TABS[tab].label,
                    description: 'Administration',
                    keywords: ADMIN_TABS[tab].keywords,
                    leftSection: icon(IconSettings),
                    onClick: () => void navigate({ to: '/admin', search: { tab } }),
                })),
            {
                id: 'profile',
                label: 'Your profile',
                keywords: 'password personal tokens sessions settings',
                leftSection: icon(IconUser),
                onClick: () => void navigate({ to: '/profile' }),
            },
        ]),
    ];
}

/** An event by its number, as in "event 270". */
export function useEventByNumber(query: string): SpotlightActionGroupData[] {
    const navigate = useNavigate();
    const [, id] = /^(?:event)?\s*#?\s*(\d{1,15})$/i.exec(query.trim()) ?? [];
    if (!id) return [];
    return [
        group('Audit log', [
            {
                id: 'event',
                label: `Event ${id}`,
                keywords: query,
                leftSection: icon(IconHistory),
                onClick: () => void navigate({ to: '/history', search: { id } }),
            },
        ]),
    ];
}

const KINDS: Record<Visit['kind'], TablerIcon> = { flag: IconFlag3, project: IconFolder, application: IconApps };

/** The recently visited pages, without the current one. */
export function useRecents(path: string): SpotlightActionGroupData[] {
    const navigate = useNavigate();
    const { data: session } = useSession();
    const visits = session ? recentVisits(session.user.id).filter((visit) => visit.path !== path) : [];
    return [
        group(
            'Recent',
            visits.map((visit) => {
                const Kind = KINDS[visit.kind];
                return {
                    id: `recent ${visit.path}`,
                    label: visit.name,
                    description: visit.project ?? visit.kind,
                    leftSection: icon(Kind),
                    onClick: () => void navigate({ to: visit.path }),
                };
            }),
        ),
    ];
}
