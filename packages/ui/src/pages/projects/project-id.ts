import { slugOf } from '../../components/forms/slug.ts';

/** Path segments of the service that appear where a project id would be. */
const RESERVED = ['archive', 'revive', 'roles', 'validate'];

/** The id of a new project: the URL-friendly form of its name, with a number if it is taken. */
export function projectIdOf(name: string, existing: readonly string[]): string {
    const slug = slugOf(name) || 'project';
    const all = new Set([...existing, ...RESERVED]);
    if (!all.has(slug)) return slug;
    let number = 1;
    while (all.has(`${slug}-${number}`)) number++;
    return `${slug}-${number}`;
}
