import { useEnvironments } from '../environments/environment.queries.ts';

/** Where people notice it stands first; all else stays in its order. */
export function useProductionFirst<T extends { environment: string }>(list: readonly T[]): T[] {
    const { data: environments = [] } = useEnvironments();
    const production = new Set(environments.flatMap(({ name, type }) => (type === 'production' ? [name] : [])));
    const rank = ({ environment }: T) => (production.has(environment) ? 0 : 1);
    return list.toSorted((a, b) => rank(a) - rank(b));
}
