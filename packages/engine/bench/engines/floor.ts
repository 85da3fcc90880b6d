import { type BenchFlag, contextOf, type ScenarioShape } from '../scenario.ts';
import type { Engine } from './engine.ts';

/**
 * The lower bound of the cost: for each flag a closure written by hand for it, without names to look up, missing values,
 * other types or anything that could be configured.
 */
interface FloorContext {
    userId: string;
    properties: { country: string; age: string; version: string };
}

const ON = { enabled: true };
const OFF = { enabled: false };

function closure({ name, shape }: BenchFlag): (context: FloorContext) => { enabled: boolean } {
    switch (shape.kind) {
        case 'on':
            return () => ON;
        case 'off':
            return () => OFF;
        case 'rollout': {
            const { percent } = shape;
            const hash = prepareHash(`${name}:`, 0);
            return ({ userId }) => ((hash(userId) % 100) + 1 <= percent ? ON : OFF);
        }
        case 'constraints':
            return constraints(shape);
        case 'list': {
            const ids = new Set(shape.ids);
            return ({ userId }) => (ids.has(userId) ? ON : OFF);
        }
        case 'variants': {
            const hash = prepareHash(`${name}:`, 86028157);
            const answers = shape.names.map((variant) => ({ enabled: true, variant }));
            return ({ userId }) => {
                const bucket = (hash(userId) % 1000) + 1;
                return answers[bucket <= 250 ? 0 : bucket <= 500 ? 1 : bucket <= 750 ? 2 : 3]!;
            };
        }
    }
}

function constraints({ countries, minAge, minVersion }: Extract<ScenarioShape, { kind: 'constraints' }>) {
    const wanted = new Set(countries);
    const [major, minor, patch] = minVersion.split('.').map(Number) as [number, number, number];
    return ({ properties: { country, age, version } }: FloorContext) => {
        if (!wanted.has(country) || Number(age) < minAge) return OFF;
        const first = version.indexOf('.');
        const second = version.indexOf('.', first + 1);
        const order =
            Number(version.slice(0, first)) - major ||
            Number(version.slice(first + 1, second)) - minor ||
            Number(version.slice(second + 1)) - patch;
        return order >= 0 ? ON : OFF;
    };
}

/** MurmurHash3 of ASCII, with the constant beginning hashed beforehand. */
function prepareHash(prefix: string, seed: number): (id: string) => number {
    let start = seed;
    let tail = 0;
    for (let i = 0; i < prefix.length; i++) {
        tail |= prefix.charCodeAt(i) << ((i % 4) * 8);
        if (i % 4 === 3) {
            start = mix(start, tail);
            tail = 0;
        }
    }
    const offset = prefix.length;
    return (id) => {
        let h = start;
        let k = tail;
        let shift = (offset % 4) * 8;
        for (let i = 0; i < id.length; i++) {
            k |= id.charCodeAt(i) << shift;
            shift += 8;
            if (shift === 32) {
                h = mix(h, k);
                k = 0;
                shift = 0;
            }
        }
        h ^= scramble(k) ^ (offset + id.length);
        h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
        h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
        return (h ^ (h >>> 16)) >>> 0;
    };
}

function scramble(k: number): number {
    const product = Math.imul(k, 0xcc9e2d51);
    return Math.imul((product << 15) | (product >>> 17), 0x1b873593);
}

function mix(h: number, k: number): number {
    const mixed = h ^ scramble(k);
    return (Math.imul((mixed << 13) | (mixed >>> 19), 5) + 0xe6546b64) | 0;
}

export const floor: Engine = {
    name: 'floor',
    async single(flag, users) {
        const evaluate = closure(flag);
        const contexts = users.map(contextOf);
        return (user) => evaluate(contexts[user]!);
    },
    async all(flags, users) {
        const closures = flags.map(closure);
        const contexts = users.map(contextOf);
        const answers = new Array<unknown>(flags.length);
        return (user) => {
            const context = contexts[user]!;
            for (let i = 0; i < closures.length; i++) answers[i] = closures[i]!(context);
            return answers;
        };
    },
    isOn: (answer) => (answer as { enabled: boolean }).enabled,
};
