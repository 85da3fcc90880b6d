import { EventEmitter } from 'node:events';
import { Unleash } from 'unleash-client';
import { type BenchFlag, contextOf, wireFormat } from '../scenario.ts';
import type { Engine } from './engine.ts';

/** The client without its network: definitions are handed over, nothing is reported. */
async function client(flags: readonly BenchFlag[]): Promise<Unleash> {
    const toggles = new Map(flags.map((flag) => [flag.name, wireFormat(flag)]));
    const repository = Object.assign(new EventEmitter(), {
        getToggle: (name: string) => toggles.get(name),
        getToggles: () => [...toggles.values()],
        getTogglesWithSegmentData: () => [...toggles.values()],
        getSegment: () => undefined,
        start: async () => {},
        stop: () => {},
        setMode: async () => {},
        getMode: () => 'polling',
    });
    const unleash = new Unleash({
        appName: 'bench',
        url: 'http://localhost:1/',
        disableMetrics: true,
        disableAutoStart: true,
        skipInstanceCountWarning: true,
        // The client accepts any object with these functions; its own type also lists private members.
        repository: repository as never,
    });
    await unleash.start();
    repository.emit('ready');
    return unleash;
}

export const unleash: Engine = {
    name: 'unleash-client',
    async single(flag, users) {
        const unleash = await client([flag]);
        const contexts = users.map(contextOf);
        if (flag.shape.kind === 'variants') return (user) => unleash.getVariant(flag.name, contexts[user]!);
        return (user) => unleash.isEnabled(flag.name, contexts[user]!);
    },
    async all(flags, users) {
        const unleash = await client(flags);
        const contexts = users.map(contextOf);
        return (user) =>
            flags.map(({ name, shape }) =>
                shape.kind === 'variants'
                    ? unleash.getVariant(name, contexts[user]!)
                    : unleash.isEnabled(name, contexts[user]!),
            );
    },
    isOn: (answer) => (typeof answer === 'boolean' ? answer : (answer as { enabled: boolean }).enabled),
};
