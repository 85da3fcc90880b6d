import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { api, basePath } from '../../api/client.ts';

/** The last verification in this browser: the verified event and the time. */
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
 * Verifies that the log was not modified outside of the service. Users start the verification. The result is stored in this
 * browser, so that the next one checks only newer events and also detects a log that was rewritten as a whole.
 */
export function useLogProof() {
    const [proof, setProof] = useLocalStorage<LogProof | undefined>({
        key: `halyard.log-proof${basePath}`,
        defaultValue: undefined,
        deserialize: readProof,
    });
    const check = useQuery({
        // The key is not below `events`, because verifying the log after every change would be too expensive.
        queryKey: ['event-chain'],
        queryFn: async () => {
            const query = proof ? { after: `${proof.id}:${proof.hash}` } : {};
            const result = await api.GET('/api/admin/events/verify', { query });
            if (result.valid && result.head) setProof({ ...result.head, at: new Date().toISOString() });
            return result;
        },
        enabled: false,
    });
    return { proof, check };
}
