import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { answer, api, basePath } from '../../api/client.ts';

/** What this browser has seen proved: up to which event the log was in order, and when. */
export interface LogProof {
    id: number;
    hash: string;
    at: string;
}

const isProof = (value: unknown): value is LogProof => {
    const { id, hash, at } = (value ?? {}) as Partial<LogProof>;
    return typeof id === 'number' && typeof hash === 'string' && typeof at === 'string';
};

function readProof(stored: string | undefined): LogProof | undefined {
    try {
        const value: unknown = JSON.parse(stored ?? 'null');
        return isProof(value) ? value : undefined;
    } catch {
        return undefined;
    }
}

/**
 * Whether nobody has changed the log behind the service's back. Asked for by hand; what was proved is remembered in this browser, so
 * that only what came since is checked the next time, and a log that was written anew as a whole shows, too.
 */
export function useLogProof() {
    const [proof, setProof] = useLocalStorage<LogProof | undefined>({
        key: `halyard.log-proof${basePath}`,
        defaultValue: undefined,
        deserialize: readProof,
    });
    const check = useQuery({
        // Not among the events: walking the log with every change would be too much.
        queryKey: ['event-chain'],
        queryFn: async () => {
            const query = proof ? { after: `${proof.id}:${proof.hash}` } : {};
            const result = await answer(api.GET('/api/admin/events/verify', { params: { query } }));
            if (result.valid && result.head) setProof({ ...result.head, at: new Date().toISOString() });
            return result;
        },
        enabled: false,
    });
    return { proof, check };
}
