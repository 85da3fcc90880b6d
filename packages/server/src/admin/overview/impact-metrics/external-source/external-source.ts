import type { Services } from '../../../../app/services.ts';
import { invalid } from '../../../../core/errors/errors.ts';
import type { ExternalMetricsSource } from '../../../../core/settings/external-metrics-source.ts';
import { OutboundRefused } from '../../../../outbound/outbound.ts';

const MAX_RESPONSE_BYTES = 8 * 1024 * 1024;
const MAX_METRICS = 5_000;

type Source = Pick<ExternalMetricsSource, 'url' | 'credentials'>;

/** Separates `user:password@` from a URL: credentials are sent in a header, and never shown. */
export function splitCredentials(address: string): Source {
    const url = URL.parse(address);
    if (!url || !['http:', 'https:'].includes(url.protocol)) {
        throw invalid('The URL must be a complete http or https URL of a Prometheus server.', '/body/url');
    }
    const credentials = url.username === '' ? '' : `${decode(url.username)}:${decode(url.password)}`;
    [url.username, url.password, url.search, url.hash] = ['', '', '', ''];
    return { url: url.href.replace(/\/+$/, ''), credentials };
}

function decode(text: string): string {
    try {
        return decodeURIComponent(text);
    } catch {
        return text;
    }
}

/** The connected Prometheus did not answer, or not with data. The message may be shown to users. */
export class ExternalSourceFailed extends Error {}

/** Calls the HTTP API of the connected Prometheus, and returns the `data` of its response. */
export async function callPrometheus(
    { outbound }: Pick<Services, 'outbound'>,
    { url, credentials }: Source,
    path: string,
    parameters: Record<string, string> = {},
): Promise<unknown> {
    const { status, text } = await outbound
        .send(`${url}/api/v1/${path}?${new URLSearchParams(parameters)}`, {
            method: 'GET',
            headers: {
                accept: 'application/json',
                ...(credentials !== '' && { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }),
            },
            maxResponseBytes: MAX_RESPONSE_BYTES,
        })
        .catch((error: unknown) => {
            if (error instanceof OutboundRefused) throw new ExternalSourceFailed(error.message);
            throw new ExternalSourceFailed('The external Prometheus cannot be reached. Check its URL and the network.');
        });
    const answer = parse(text);
    if (answer?.status === 'success') return answer.data;
    const reason = typeof answer?.error === 'string' ? `: ${answer.error.slice(0, 500)}` : '';
    throw new ExternalSourceFailed(`The external Prometheus answered with the status ${status}${reason}.`);
}

function parse(text: string): { status?: unknown; data?: unknown; error?: unknown } | undefined {
    try {
        const value: unknown = JSON.parse(text);
        return typeof value === 'object' && value !== null ? value : undefined;
    } catch {
        return undefined;
    }
}

export interface ExternalMetrics {
    metrics: { name: string; help: string }[];
    /** Why there are none. */
    error?: string;
}

/** Returns the metrics of the connected Prometheus; without one, none. */
export async function externalMetrics({ settings, outbound }: Services): Promise<ExternalMetrics> {
    const source = settings.get('externalSourceImpactMetrics');
    if (!source.enabled || source.url === '') return { metrics: [] };
    return listMetricsOf({ outbound }, source);
}

export async function listMetricsOf(services: Pick<Services, 'outbound'>, source: Source): Promise<ExternalMetrics> {
    try {
        const names = await callPrometheus(services, source, 'label/__name__/values');
        const metadata = await callPrometheus(services, source, 'metadata').catch(() => ({}));
        const list = Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
        const help = helpTexts(metadata);
        return { metrics: list.slice(0, MAX_METRICS).map((name) => ({ name, help: help.get(name) ?? '' })) };
    } catch (error) {
        if (error instanceof ExternalSourceFailed) return { metrics: [], error: error.message };
        throw error;
    }
}

function helpTexts(metadata: unknown): Map<string, string> {
    const entries = typeof metadata === 'object' && metadata !== null ? Object.entries(metadata) : [];
    return new Map(
        entries.flatMap(([name, found]: [string, unknown]) => {
            const help = Array.isArray(found) ? (found[0] as { help?: unknown } | undefined)?.help : undefined;
            return typeof help === 'string' ? [[name, help]] : [];
        }),
    );
}
