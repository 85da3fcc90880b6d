import { MAX_BACKUP_BYTES, tooLarge } from './backup-files.ts';

export interface RemoteRequest {
    method: 'GET' | 'PUT';
    headers: Record<string, string>;
    body?: string;
    timeoutMs: number;
}

/** Sends a request about a file of a backup. Returns its text; undefined for status 404. Errors do not contain the URL, which may contain secrets. */
export async function requestBackup(
    url: string,
    { timeoutMs, ...request }: RemoteRequest,
): Promise<string | undefined> {
    const response = await fetch(url, { ...request, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) }).catch(
        (error: Error & { cause?: NodeJS.ErrnoException }) => {
            throw new Error(`there is no response (${error.cause?.code ?? error.name})`);
        },
    );
    if (!response.ok) {
        await response.body?.cancel();
        if (response.status === 404 && request.method === 'GET') return undefined;
        throw new Error(`the response has status ${response.status}`);
    }
    const chunks: Uint8Array[] = [];
    let length = 0;
    for await (const chunk of response.body ?? []) {
        length += chunk.length;
        if (length > MAX_BACKUP_BYTES) throw tooLarge();
        chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString();
}
