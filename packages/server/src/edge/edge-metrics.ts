import { Gauge, Registry } from 'prom-client';
import type { EnvironmentStatus } from './backstage.routes.ts';

interface Observed {
    environments: () => EnvironmentStatus[];
    tokens: () => { valid: number; refused: number };
    reportsSent: () => number;
}

/** What an edge adds to what every server of ours measures, in the text format of Prometheus. */
export function edgeMetrics({ environments, tokens, reportsSent }: Observed): () => Promise<string> {
    const registry = new Registry();
    const gauge = (name: string, help: string, labelNames: string[], collect: (own: Gauge) => void) =>
        new Gauge({
            name: `halyard_edge_${name}`,
            help,
            labelNames,
            registers: [registry],
            collect() {
                this.reset();
                collect(this);
            },
        });
    gauge('environment_flags', 'Flags that are served', ['environment'], (own) => {
        for (const { environment, flags } of environments()) own.set({ environment }, flags);
    });
    gauge('environment_stale_seconds', 'For how long upstream was not heard of; 0: it is', ['environment'], (own) => {
        for (const { environment, state, since } of environments()) {
            const seconds = state === 'stale' && since ? (Date.now() - Date.parse(since)) / 1000 : 0;
            own.set({ environment }, seconds);
        }
    });
    gauge('tokens', 'Tokens by what is known of them', ['state'], (own) => {
        const { valid, refused } = tokens();
        own.set({ state: 'valid' }, valid);
        own.set({ state: 'refused' }, refused);
    });
    gauge('reports_sent', 'Reports of SDKs that upstream has taken', [], (own) => own.set(reportsSent()));
    return () => registry.metrics();
}
