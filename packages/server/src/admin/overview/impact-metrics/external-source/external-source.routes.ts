import type { Services } from '../../../../app/services.ts';
import { invalid } from '../../../../core/errors/errors.ts';
import type { ExternalMetricsSource } from '../../../../core/settings/external-metrics-source.ts';
import { type Route, routeWithTag } from '../../../../http/route/route.ts';
import { changeSetting } from '../../../catalogue/instance-settings/settings.ts';
import {
    ExternalSource,
    ExternalSourceMetrics,
    ExternalSourceUrl,
    NewExternalSource,
} from './external-source.schemas.ts';
import { listMetricsOf, splitCredentials } from './external-source.ts';

const route = routeWithTag('Impact metrics');
const SOURCE = '/api/admin/impact-metrics/external-source';

export const externalSourceRoutes = ({ write, settings, outbound }: Services): Route[] => {
    const current = () => settings.get('externalSourceImpactMetrics');
    /** Credentials stay with the URL that they were entered for. */
    const sourceAt = (address: string) => {
        const source = splitCredentials(address);
        const isSame = source.credentials === '' && source.url === current().url;
        return isSame ? { ...source, credentials: current().credentials } : source;
    };
    const toSource = ({ enabled, url }: ExternalMetricsSource) => ({ enabled, ...(url !== '' && { url }) });
    return [
        route(`GET ${SOURCE}`, {
            operationId: 'getImpactMetricsExternalSource',
            summary: 'Read which Prometheus is connected',
            access: 'ADMIN',
            responds: { status: 200, body: ExternalSource },
            handler: () => toSource(current()),
        }),
        route(`POST ${SOURCE}`, {
            operationId: 'setImpactMetricsExternalSource',
            summary: 'Connect a Prometheus, whose metrics can then be put on charts',
            description: 'All users can read the metrics of the connected server.',
            access: 'ADMIN',
            body: NewExternalSource,
            responds: { status: 200, body: ExternalSource },
            handler: async ({ actor, body: { enabled, url } }) => {
                if (enabled && url === undefined && current().url === '') {
                    throw invalid('The URL of the Prometheus server is missing.', '/body/url');
                }
                const objection = url === undefined ? undefined : await outbound.objectionTo(url);
                if (objection !== undefined) throw invalid(objection, '/body/url');
                const content = { ...current(), ...(url !== undefined && sourceAt(url)), enabled };
                await write(actor, changeSetting<'externalSourceImpactMetrics'>, {
                    name: 'externalSourceImpactMetrics',
                    content,
                });
                return toSource(content);
            },
        }),
        route(`POST ${SOURCE}/validate`, {
            operationId: 'validateImpactMetricsExternalSource',
            summary: 'Check whether a Prometheus answers, and list its metrics',
            access: 'ADMIN',
            leavesNoEvent: true,
            body: ExternalSourceUrl,
            responds: { status: 200, body: ExternalSourceMetrics },
            handler: async ({ body }) => {
                const { metrics, error } = await listMetricsOf({ outbound }, sourceAt(body.url));
                return { metrics: metrics.map(({ name }) => name), ...(error !== undefined && { error }) };
            },
        }),
    ];
};
