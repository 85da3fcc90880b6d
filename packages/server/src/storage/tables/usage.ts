import type { JsonColumn, Timestamp } from './columns.ts';

export type UsagePeriod = 'hour' | 'day';

/** SDK reports. */
export interface UsageTables {
    /** Evaluation counts of a flag per hour and per day; `since` is the start of that hour or day. */
    usage: {
        flag: string;
        environment: string;
        app: string;
        period: UsagePeriod;
        since: Timestamp;
        yes: number;
        no: number;
    };
    usage_of_variants: {
        flag: string;
        environment: string;
        app: string;
        period: UsagePeriod;
        since: Timestamp;
        variant: string;
        count: number;
    };
    /** One row: a counter that increases with each new measurement of flags. */
    measurement_head: { id: number; tick: number };
    /** The tick of the last measurement of a flag, so that every node knows which figures to reload. */
    measured_flags: { flag: string; tick: number };
    applications: {
        name: string;
        description: string | null;
        url: string | null;
        color: string | null;
        icon: string | null;
        strategies: JsonColumn<string[]>;
        created_at: Timestamp;
        seen_at: Timestamp;
    };
    app_instances: {
        app: string;
        environment: string;
        instance_id: string;
        sdk_version: string | null;
        client_ip: string;
        seen_at: Timestamp;
    };
    /** The applications with usage of at least one flag of a project, and in which environment. */
    project_applications: { project: string; environment: string; app: string };
    /** Evaluations of all flags of a project by an application, per hour and per day. */
    app_usage: {
        app: string;
        project: string;
        environment: string;
        period: UsagePeriod;
        since: Timestamp;
        evaluations: number;
    };
    /** One hour of sampled contexts of one node, encrypted. Deleted when the first of them is a day old. */
    traffic_samples: {
        id: string;
        /** The node that has the samples in memory; empty after it stopped. */
        owner: string;
        /** The last time that the owner stored samples. */
        seen_at: Timestamp;
        reservoir: string;
        since: Timestamp;
        /** The setting under which the samples were taken, as JSON. */
        setting: string;
        content: string;
    };
    /** The application names that a token has reported on a day; their number is limited. */
    token_applications: { token_id: number; day: string; app: string };
    /** Reports that are acknowledged and not yet added to the counts. */
    report_journal: { id: string; reports: JsonColumn<unknown> };
    /** Accepted deliveries of edges: a repeated delivery is not counted again. */
    report_deliveries: { key: string; received_at: Timestamp };
    /** Flags that SDKs evaluate but that do not exist. */
    unknown_flags: { name: string; app: string; environment: string; seen_at: Timestamp };
}
