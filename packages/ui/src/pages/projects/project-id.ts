import { slugOf } from '../../components/forms/slug.ts';

/** Words that stand in the place of a project's id in the addresses of the service. */
const RESERVED = ['archive', 'revive', 'roles', 'validate'];

/** What the id of a new project will be: its name as it can stand in an address, with a number where that is taken. */
export function projectIdOf(name: string, taken: readonly string[]): string {
    const slug = slugOf(name) || 'project';
    const all = new Set([...taken, ...RESERVED]);
    if (!all.has(slug)) return slug;
    let number = 1;
    while (all.has(`${slug}-${number}`)) number++;
    return `${slug}-${number}`;
}
