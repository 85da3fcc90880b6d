/** Prometheus' spelling of numbers, which clients of its API expect. */
export function numberText(value: number): string {
    if (Number.isFinite(value) || Number.isNaN(value)) return String(value);
    return value > 0 ? '+Inf' : '-Inf';
}
