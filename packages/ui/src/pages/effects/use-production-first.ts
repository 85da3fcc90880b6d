import { useEnvironments } from '../environments/environment.queries.ts';

/** Moves production environments to the front and preserves the order otherwise. */
export function useProductionFirst<T extends { environment: string }>(list: readonly T[]): T[] {
    const { data: environments = [] } = useEnvironments();
    const production = new Set(environments.flatMap(({ name, type }) => (type === 'production' ? [name] : [])));
    const rank = ({ environment }: T) => (production.has(environment) ? 0 : 1);
    return list.toSorted((a, b) => rank(a) - rank(b));
}
