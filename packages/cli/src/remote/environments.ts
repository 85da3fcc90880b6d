import { CommandError } from '../program/command.ts';
import { plain } from '../program/printable.ts';
import { type ServiceClient, ServiceRefusal } from './service.ts';

/** The environment, or its use in the project, does not exist. */
export class EnvironmentNotFound extends CommandError {}

/** Fails for an environment that does not exist, or that the project does not have, with those that do. */
export async function requireEnvironment(
    service: ServiceClient,
    { environment, project }: { environment: string; project: string | undefined },
): Promise<void> {
    const path = `/api/admin/environments${project === undefined ? '' : `/project/${encodeURIComponent(project)}`}`;
    const { environments } = await service.get<{ environments: { name: string; visible?: boolean }[] }>(path);
    const names = environments.filter(({ visible = true }) => visible).map(({ name }) => name);
    if (names.includes(environment)) return;
    const existing = names.join(', ') || 'none';
    throw new EnvironmentNotFound(
        plain(
            project === undefined
                ? `There is no environment ${environment}. There are: ${existing}.`
                : `Project ${project} does not have the environment ${environment}. It has ${existing}.`,
        ),
    );
}

/** Runs a command of one environment. If the service finds nothing there, the error says whether the environment exists. */
export async function inEnvironment<T>(
    service: ServiceClient,
    where: { environment: string; project: string },
    run: () => Promise<T>,
): Promise<T> {
    try {
        return await run();
    } catch (error) {
        if (error instanceof ServiceRefusal && error.status === 404) await requireEnvironment(service, where);
        throw error;
    }
}
