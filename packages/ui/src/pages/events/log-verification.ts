import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { api, basePath } from '../../api/client.ts';

/** The last verification in this browser: the verified event and the time. */
export interface LogVerification {
    id: number;
    hash: string;
    at: string;
}

const isVerification = (value: unknown): value is LogVerification => {
    const { id, hash, at } = (value ?? {}) as Partial<LogVerification>;
    return typeof id === 'number' && typeof hash === 'string' && typeof at === 'string';
};

function readVerification(stored: string | undefined): LogVerification | undefined {
    try {
        const value: unknown = JSON.parse(stored ?? 'null');
        return isVerification(value) ? value : undefined;
    } catch {
        return undefined;
    }
}

/**
 * Verifies that the log was not modified outside of the service. Users start the verification. The result is stored in this
 * browser, so that the next one checks only newer events and also detects a log that was rewritten as a whole.
 */
export function useLogVerification() {
    const [lastVerified, setLastVerified] = useLocalStorage<LogVerification | undefined>({
        key: `halyard.log-verification${basePath}`,
        defaultValue: undefined,
        deserialize: readVerification,
    });
    const check = useQuery({
        // The key is not below `events`, because verifying the log after every change would be too expensive.
        queryKey: ['event-chain'],
        queryFn: async () => {
            const query = lastVerified ? { after: `${lastVerified.id}:${lastVerified.hash}` } : {};
            const result = await api.GET('/api/admin/events/verify', { query });
            if (result.valid && result.head) setLastVerified({ ...result.head, at: new Date().toISOString() });
            return result;
        },
        enabled: false,
    });
    return { lastVerified, check };
}
