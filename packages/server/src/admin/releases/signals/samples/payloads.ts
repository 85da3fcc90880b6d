/* Notifications as the senders document them, with values of our own. */

export const ALERTMANAGER = {
    version: '4',
    groupKey: '{}:{alertname="CheckoutErrors"}',
    truncatedAlerts: 0,
    status: 'firing',
    receiver: 'halyard',
    groupLabels: { alertname: 'CheckoutErrors' },
    commonLabels: { alertname: 'CheckoutErrors', severity: 'critical', service: 'checkout' },
    commonAnnotations: { summary: 'Many checkouts fail' },
    externalURL: 'http://alertmanager.example.com',
    alerts: [
        {
            status: 'firing',
            labels: { alertname: 'CheckoutErrors', severity: 'critical', service: 'checkout', pod: 'a' },
            annotations: { summary: 'Many checkouts fail' },
            startsAt: '2026-03-01T08:00:00.000Z',
            endsAt: '0001-01-01T00:00:00Z',
            generatorURL: 'http://prometheus.example.com/graph',
            fingerprint: '1d5c3f2a9b7e4c60',
        },
    ],
};

export const GRAFANA = {
    receiver: 'halyard',
    status: 'firing',
    alerts: [
        {
            status: 'firing',
            labels: { alertname: 'Latency of checkout', team: 'payments' },
            annotations: {},
            startsAt: '2026-03-01T08:10:00Z',
            endsAt: '0001-01-01T00:00:00Z',
            values: { B: 1.74, C: 1 },
            generatorURL: 'https://grafana.example.com/alerting/1afz29v7z/edit',
            fingerprint: 'c6eadffa33fcdf37',
            silenceURL: 'https://grafana.example.com/alerting/silence/new',
            dashboardURL: '',
            panelURL: '',
            valueString: "[ var='B' labels={} value=1.74 ]",
        },
    ],
    groupLabels: {},
    commonLabels: { team: 'payments' },
    commonAnnotations: {},
    externalURL: 'https://grafana.example.com/',
    version: '1',
    groupKey: '{}:{}',
    truncatedAlerts: 0,
    orgId: 1,
    title: '[FIRING:1]  (payments)',
    state: 'alerting',
    message: '**Firing**',
};

/** Datadog sends what the webhook integration is configured to send; these are the members of its default. */
export const DATADOG = {
    id: '7301245521984512001',
    last_updated: '1772352000000',
    event_type: 'query_alert_monitor',
    title: '[Triggered] Errors of checkout',
    date: '1772352000000',
    org: { id: '1234', name: 'Shop' },
    body: 'The error rate is above 5 %.',
    alert_transition: 'Triggered',
    tags: 'env:production,service:checkout',
};

export const SENTRY = {
    action: 'triggered',
    installation: { uuid: 'a8e5d37a-696c-4c54-adb5-b3f28d64c7de' },
    data: {
        event: {
            event_id: 'fe92b9bc3e9a4a6d8b0e8d5a9d1e0c11',
            issue_id: '1117540176',
            level: 'error',
            platform: 'node',
            project: 1,
            title: 'ReferenceError: cart is not defined',
            tags: [
                ['environment', 'production'],
                ['level', 'error'],
            ],
        },
        triggered_rule: 'Many errors in checkout',
    },
    actor: { type: 'application', id: 'sentry', name: 'Sentry' },
};
