import type { FlagAt } from './flag.queries.ts';

export function FlagUsage(_props: { at: FlagAt }) {
    return null;
}
