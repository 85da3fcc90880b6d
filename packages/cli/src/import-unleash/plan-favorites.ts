import type { Instance } from './instance.ts';
import { countSame, type MigrationPlan } from './step.ts';

/** Favourites belong to users, and every service shows only those of the owner of the credential. */
export function planFavorites(plan: MigrationPlan, { favorites }: Instance, target: Instance): void {
    const { flags, projects } = favorites;
    if (!favorites.hasOwner) return;
    const count = flags.length + projects.length;
    if (count > 0 && !target.favorites.hasOwner) {
        plan.notes.push(
            `Your ${count} favourites are not imported, because the token of Halyard belongs to no user. Log in with a personal token to import them.`,
        );
        return;
    }
    const knownFlags = new Set(target.favorites.flags.map(({ name }) => name));
    const planned = [
        ...projects.map((id) => ({
            name: `project ${id}`,
            isKnown: target.favorites.projects.includes(id),
            path: `projects/${encodeURIComponent(id)}/favorites`,
        })),
        ...flags.map(({ name, project }) => ({
            name,
            isKnown: knownFlags.has(name),
            path: `projects/${encodeURIComponent(project)}/features/${encodeURIComponent(name)}/favorites`,
        })),
    ];
    for (const { name, isKnown, path } of planned) {
        if (isKnown) countSame(plan, 'favourites');
        else {
            plan.steps.push({
                kind: 'favourites',
                name,
                objects: [name],
                run: (service) => service.send('POST', `/api/admin/${path}`),
            });
        }
    }
}
