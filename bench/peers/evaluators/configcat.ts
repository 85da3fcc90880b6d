import type { Engine } from '../../../packages/engine/bench/engines/engine.ts';
import type { BenchFlag, BenchUser, ScenarioShape } from '../../../packages/engine/bench/scenario.ts';
import { importPeer } from './peer.ts';

type Value = boolean | string;

interface Snapshot {
    getValue(flag: string, fallback: Value, user: object): Value;
}

interface Client {
    snapshot(): Snapshot;
    getValueAsync(flag: string, fallback: Value): Promise<Value>;
}

interface ConfigCat {
    getClient(key: string, mode: number, options: object): Client;
    PollingMode: { ManualPoll: number };
    User: new (identifier: string, email?: string, country?: string, custom?: object) => object;
}

const [BOOLEAN, TEXT] = [0, 1];
const COMPARES = { isOneOf: 0, versionAtLeast: 9, atLeast: 15 };

function conditionsOf(shape: ScenarioShape): object[] {
    if (shape.kind === 'list') return [{ u: { a: 'Identifier', c: COMPARES.isOneOf, l: shape.ids } }];
    if (shape.kind !== 'constraints') return [];
    return [
        { u: { a: 'Country', c: COMPARES.isOneOf, l: shape.countries } },
        { u: { a: 'age', c: COMPARES.atLeast, d: shape.minAge } },
        { u: { a: 'version', c: COMPARES.versionAtLeast, s: shape.minVersion } },
    ];
}

function settingOf(shape: ScenarioShape): object {
    if (shape.kind === 'variants') {
        const options = shape.names.map((s) => ({ p: 100 / shape.names.length, v: { s } }));
        return { t: TEXT, v: { s: shape.names[0] }, p: options };
    }
    const [on, off] = [{ b: true }, { b: false }];
    if (shape.kind === 'rollout') {
        const options = [
            { p: shape.percent, v: on },
            { p: 100 - shape.percent, v: off },
        ];
        return { t: BOOLEAN, v: off, p: options };
    }
    const conditions = conditionsOf(shape);
    const rules = conditions.length > 0 ? [{ c: conditions, s: { v: on } }] : [];
    return { t: BOOLEAN, v: shape.kind === 'on' ? on : off, r: rules };
}

let clients = 0;

/** A client without network access: it finds the fetched configuration and its time in its cache. */
async function snapshotOf({ getClient, PollingMode }: ConfigCat, flags: readonly BenchFlag[]): Promise<Snapshot> {
    const settings = Object.fromEntries(flags.map(({ name, shape }) => [name, settingOf(shape)]));
    const stored = `${Date.now()}\n1\n${JSON.stringify({ p: { s: 'salt' }, f: settings })}`;
    // There is one client for each key.
    const key = `configcat-sdk-1/${String(++clients).padStart(22, '0')}/${'0'.repeat(22)}`;
    const client = getClient(key, PollingMode.ManualPoll, {
        offline: true,
        cache: { get: async () => stored, set: async () => {} },
        logger: { level: 0, log: () => {} },
    });
    // By then the snapshot contains the cached configuration.
    await client.getValueAsync(flags[0]!.name, false);
    return client.snapshot();
}

export async function configcat(): Promise<Engine> {
    const module = await importPeer<{ default: ConfigCat }>('configcat-node/lib/client.js');
    const { User: CatUser } = module.default;
    const contextOf = ({ userId, country, age, version }: BenchUser) =>
        new CatUser(userId, undefined, country, { age, version });
    const evaluate = (snapshot: Snapshot, { name, shape }: BenchFlag, user: object) =>
        snapshot.getValue(name, shape.kind === 'variants' ? '' : false, user);
    return {
        name: 'configcat',
        async single(flag, users) {
            const snapshot = await snapshotOf(module.default, [flag]);
            const contexts = users.map(contextOf);
            return (user) => evaluate(snapshot, flag, contexts[user]!);
        },
        async all(flags, users) {
            const snapshot = await snapshotOf(module.default, flags);
            const contexts = users.map(contextOf);
            return (user) => flags.map((flag) => evaluate(snapshot, flag, contexts[user]!));
        },
        isOn: Boolean,
    };
}
