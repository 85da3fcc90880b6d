/** A Prometheus server whose metrics can be put on charts. */
export interface ExternalMetricsSource {
    enabled: boolean;
    /** The base URL, without credentials. */
    url: string;
    /** Secret: `user:password` for Basic authentication, or empty. */
    credentials: string;
}

export const NO_EXTERNAL_METRICS: ExternalMetricsSource = { enabled: false, url: '', credentials: '' };
