import { token, url } from './journey.ts';

/** The function that sends the requests of the client of orval. */
export async function send<T>(path: string, options: RequestInit): Promise<T> {
    const headers = { ...(options.headers as Record<string, string>), authorization: token };
    const response = await fetch(url + path, { ...options, headers });
    const text = await response.text();
    return { data: text ? JSON.parse(text) : undefined, status: response.status, headers: response.headers } as T;
}
