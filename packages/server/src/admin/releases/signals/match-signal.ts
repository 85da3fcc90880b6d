import { hash } from 'node:crypto';
import { matchesText } from '@halyard/engine';
import { canonicalJson } from '../../../core/json/canonical-json.ts';
import type { StoredSignalFilter, StoredSignalRule } from '../../../storage/tables/signals.ts';

/** Whether the payload passes all filters of the rule. */
export const matchesRule = (payload: unknown, { filters }: Pick<StoredSignalRule, 'filters'>): boolean =>
    filters.every((filter) => matchesFilter(payload, filter));

const matchesFilter = (payload: unknown, { parameter, ...filter }: StoredSignalFilter): boolean =>
    matchesText(filter, textAt(payload, parameter));

/** Reads a text, a number or a boolean by its path. A member whose name contains dots is found, too. */
function textAt(value: unknown, path: string): string | undefined {
    if (typeof value !== 'object' || value === null) return undefined;
    if (Object.hasOwn(value, path)) return textOf((value as Record<string, unknown>)[path]);
    const dot = path.indexOf('.');
    if (dot < 0) return undefined;
    const name = path.slice(0, dot);
    if (!Object.hasOwn(value, name)) return undefined;
    return textAt((value as Record<string, unknown>)[name], path.slice(dot + 1));
}

const textOf = (value: unknown): string | undefined =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;

/** `isPermanent`: an equal identity is the same signal however late it arrives; otherwise a new one may look the same. */
export interface SignalIdentity {
    identity: string;
    isPermanent: boolean;
}

/**
 * Alertmanager and Grafana repeat the notification of an alert that is still firing. Its alerts identify it by fingerprint, state and
 * start. Other senders only repeat a delivery that failed.
 */
export function identityOf(payload: unknown): SignalIdentity {
    const alerts = alertsIn(payload);
    return {
        identity: hash('sha256', canonicalJson(alerts ?? payload), 'hex'),
        isPermanent: alerts !== undefined,
    };
}

function alertsIn(payload: unknown): string[] | undefined {
    const { alerts } = (payload ?? {}) as { alerts?: unknown };
    if (!Array.isArray(alerts) || alerts.length === 0) return undefined;
    const identities: string[] = [];
    for (const alert of alerts as unknown[]) {
        const { fingerprint, status, startsAt } = (alert ?? {}) as Record<string, unknown>;
        if (typeof fingerprint !== 'string' || typeof startsAt !== 'string') return undefined;
        identities.push(canonicalJson([fingerprint, status, startsAt]));
    }
    return identities.sort();
}
