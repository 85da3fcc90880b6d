import type { Change } from '../../../changes/change.ts';
import type { FeedChanges } from '../../../changes/change-feed.ts';
import type { AgentsSetting } from '../../../core/settings/agents-setting.ts';
import type { ExternalMetricsSource } from '../../../core/settings/external-metrics-source.ts';
import type { TrafficSetting } from '../../../core/settings/traffic-setting.ts';
import type { StoredOidc, StoredSaml, StoredSimple } from '../../../identity/accounts/sso-settings/stored-settings.ts';
import type { StoredScim } from '../../../identity/sign-in/scim/stored-scim.ts';
import type { Db } from '../../../storage/database.ts';
import type { SecretBox } from '../../../storage/secret-box.ts';

/** All settings that administrators can change at runtime. */
export interface InstanceSettings {
    /** Generated at the first start; never changes. */
    instance: { id: string };
    maintenance: { enabled: boolean };
    cors: { frontendApiOrigins: string[] };
    simpleAuth: StoredSimple;
    samlAuth: StoredSaml;
    oidcAuth: StoredOidc;
    scim: StoredScim;
    traffic: TrafficSetting;
    agents: AgentsSetting;
    externalSourceImpactMetrics: ExternalMetricsSource;
}

type Name = keyof InstanceSettings;

/** Members that are stored but never returned, not even in the audit log. */
const SECRETS: { [N in Name]?: readonly string[] } = {
    samlAuth: ['spCertificate'],
    oidcAuth: ['secret'],
    scim: ['tokenHash'],
    externalSourceImpactMetrics: ['credentials'],
};

/** Secrets that the service sends to other systems. They cannot be hashed and are stored encrypted. */
const ENCRYPTED: { [N in Name]?: readonly string[] } = {
    samlAuth: ['spCertificate'],
    oidcAuth: ['secret'],
    externalSourceImpactMetrics: ['credentials'],
};

const encryptedMembers = (name: string) => (Object.hasOwn(ENCRYPTED, name) ? ENCRYPTED[name as Name]! : []);

/** The secrets of a stored setting in their stored form. */
export const encryptedValues = (name: string, content: object): string[] =>
    Object.entries(content)
        .filter(([member]) => encryptedMembers(name).includes(member))
        .map(([, value]) => value);

const changed = <C extends object>(name: string, content: C, change: (secret: string) => string): C => ({
    ...content,
    ...Object.fromEntries(
        Object.entries(content)
            .filter(([member]) => encryptedMembers(name).includes(member))
            .map(([member, value]) => [member, change(value)]),
    ),
});

export const encryptSetting = <C extends object>(secrets: SecretBox, name: string, content: C): C =>
    changed(name, content, (secret) => secrets.seal(secret));

export const decryptSetting = <C extends object>(secrets: SecretBox, name: string, content: C): C =>
    changed(name, content, (secret) => secrets.open(secret));

interface SettingsOptions {
    db: Db;
    secrets: SecretBox;
    /** Values of settings that are not stored. */
    defaults: InstanceSettings;
    /** Applies the overrides of the operator to the stored settings. */
    applyOverrides: (stored: InstanceSettings) => InstanceSettings;
}

/** The current settings in memory, identical on every node. */
export class Settings {
    readonly #db: Db;
    readonly #defaults: InstanceSettings;
    readonly #secrets: SecretBox;
    readonly #applyOverrides: (stored: InstanceSettings) => InstanceSettings;
    #current: InstanceSettings;

    constructor({ db, secrets, defaults, applyOverrides }: SettingsOptions) {
        this.#db = db;
        this.#secrets = secrets;
        this.#defaults = defaults;
        this.#applyOverrides = applyOverrides;
        this.#current = applyOverrides(defaults);
    }

    get<N extends Name>(name: N): InstanceSettings[N] {
        return this.#current[name];
    }

    async load(from = this.#db): Promise<void> {
        const rows = await from.selectFrom('settings').selectAll().execute();
        const defaults: Record<string, object> = { ...this.#defaults };
        // Settings stored by an older version lack newer members.
        const stored = Object.fromEntries(
            rows.map(({ name, content }) => [
                name,
                { ...defaults[name], ...decryptSetting(this.#secrets, name, content) },
            ]),
        );
        this.#current = this.#applyOverrides({ ...this.#defaults, ...(stored as Partial<InstanceSettings>) });
    }

    async follow({ events }: FeedChanges): Promise<void> {
        if (events.some(({ type }) => type.startsWith('setting-'))) await this.load();
    }
}

export async function changeSetting<N extends Name>(
    { tx, record, secrets }: Change,
    { name, content }: { name: N; content: InstanceSettings[N] },
): Promise<void> {
    const before = await tx.selectFrom('settings').select('content').where('name', '=', name).executeTakeFirst();
    const stored = JSON.stringify(encryptSetting(secrets, name, content));
    await tx
        .insertInto('settings')
        .values({ name, content: stored })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ content: stored }))
        .execute();
    const data = inEvent(name, content);
    if (before) record({ type: 'setting-updated', data, preData: inEvent(name, before.content) });
    else record({ type: 'setting-created', data });
}

const inEvent = (name: Name, content: object) => ({
    id: name,
    ...Object.fromEntries(Object.entries(content).filter(([member]) => !SECRETS[name]?.includes(member))),
});
