import type { DataSource, DataSourceUpdate } from './data-source.queries.ts';

/** A data source while it is edited. The password is empty until it is entered. */
export interface DataSourceDraft
    extends Omit<DataSource, 'createdAt' | 'hasPassword' | 'port' | 'certificateAuthority'> {
    port: number | '';
    certificateAuthority: string;
    password: string;
}

export const NEW_SOURCE: DataSourceDraft = {
    ...{ name: '', kind: 'postgres', host: '', port: '', database: '', user: '', password: '', tls: true },
    ...{ certificateAuthority: '', unit: 'userId', refreshMinutes: 60, timeoutSeconds: 60 },
    exposures: 'select user_id as unit, flag as feature, environment, variant, created_at as at\nfrom exposures',
    outcomes: 'select user_id as unit, name, amount as value, created_at as at\nfrom events',
};

export const draftOfSource = ({
    createdAt: _created,
    hasPassword: _has,
    certificateAuthority,
    ...source
}: DataSource): DataSourceDraft => ({
    ...source,
    certificateAuthority: certificateAuthority ?? '',
    password: '',
});

/** An empty password keeps the stored one. */
export const sourceBody = ({
    port,
    password,
    certificateAuthority,
    ...draft
}: DataSourceDraft): DataSourceUpdate & { name: string } => ({
    ...draft,
    ...(port !== '' && { port }),
    ...(password !== '' && { password }),
    certificateAuthority: certificateAuthority.trim() || null,
});
