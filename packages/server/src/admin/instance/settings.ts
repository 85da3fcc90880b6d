import type { Changes } from '../../changes/change-feed.ts';
import type { Change } from '../../changes/write.ts';
import type { StoredScim } from '../../identity/scim/stored-scim.ts';
import type { StoredOidc, StoredSaml, StoredSimple } from '../../identity/sso-settings/stored-settings.ts';
import type { Db } from '../../storage/database.ts';

/** Every setting that administrators change while the service runs, with what holds until they do. */
export interface InstanceSettings {
    /** Made up by the first start; never changes. */
    instance: { id: string };
    maintenance: { enabled: boolean };
    cors: { frontendApiOrigins: string[] };
    simpleAuth: StoredSimple;
    samlAuth: StoredSaml;
    oidcAuth: StoredOidc;
    scim: StoredScim;
}

type Name = keyof InstanceSettings;

/** Members that are kept but never shown, not even in the event log. */
const SECRETS: { [N in Name]?: readonly string[] } = {
    samlAuth: ['spCertificate'],
    oidcAuth: ['secret'],
    scim: ['tokenHash'],
};

/** The settings in memory, the same on every node. */
export class Settings {
    readonly #db: Db;
    readonly #defaults: InstanceSettings;
    readonly #inEffect: (stored: InstanceSettings) => InstanceSettings;
    #current: InstanceSettings;

    /** `inEffect` has the last word: the operator may have decided some settings. */
    constructor(db: Db, defaults: InstanceSettings, inEffect: (stored: InstanceSettings) => InstanceSettings) {
        this.#db = db;
        this.#defaults = defaults;
        this.#inEffect = inEffect;
        this.#current = inEffect(defaults);
    }

    get<N extends Name>(name: N): InstanceSettings[N] {
        return this.#current[name];
    }

    async load(): Promise<void> {
        const rows = await this.#db.selectFrom('settings').selectAll().execute();
        const stored = Object.fromEntries(rows.map(({ name, content }) => [name, content]));
        this.#current = this.#inEffect({ ...this.#defaults, ...(stored as Partial<InstanceSettings>) });
    }

    async follow({ events }: Changes): Promise<void> {
        if (events.some(({ type }) => type.startsWith('setting-'))) await this.load();
    }
}

export async function changeSetting<N extends Name>(
    { tx, record }: Change,
    { name, content }: { name: N; content: InstanceSettings[N] },
): Promise<void> {
    const before = await tx.selectFrom('settings').select('content').where('name', '=', name).executeTakeFirst();
    await tx
        .insertInto('settings')
        .values({ name, content: JSON.stringify(content) })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ content: JSON.stringify(content) }))
        .execute();
    const data = inEvent(name, content);
    if (before) record({ type: 'setting-updated', data, preData: inEvent(name, before.content) });
    else record({ type: 'setting-created', data });
}

const inEvent = (name: Name, content: object) => ({
    id: name,
    ...Object.fromEntries(Object.entries(content).filter(([member]) => !SECRETS[name]?.includes(member))),
});
