import { expect, test } from 'vitest';
import { ANONYMOUS_SDK } from '../../core/access/actor.ts';
import type { TrafficSetting } from '../../core/settings/traffic-setting.ts';
import { TrafficSamples } from './traffic-samples.ts';

function samples(setting: TrafficSetting) {
    const current = { setting };
    const clock = () => new Date(0);
    const kept = new TrafficSamples({
        capacity: 100,
        projectsWithFlags: () => ['shop'],
        setting: () => current.setting,
        clock,
        random: Math.random,
    });
    return { kept, current };
}

const EVERYTHING: TrafficSetting = { mode: 'on', fields: [] };

test('the samples of other processes are requested', async () => {
    const [owner, worker] = [samples(EVERYTHING), samples(EVERYTHING)];
    worker.kept.see(ANONYMOUS_SDK, { userId: 'anna' });

    owner.kept.takeIn(structuredClone(worker.kept.handOver()));

    expect(await owner.kept.of('development', () => true)).toEqual([
        { context: { userId: 'anna', properties: {} }, at: 0, seesAll: true, evaluated: ['shop'] },
    ]);
    expect(worker.kept.counts()).toEqual([]);
});

test('samples that another process took under an outdated setting are not accepted', async () => {
    const [owner, worker] = [samples(EVERYTHING), samples(EVERYTHING)];
    worker.kept.see(ANONYMOUS_SDK, { userId: 'anna' });
    owner.current.setting = { mode: 'fields', fields: ['country'] };

    owner.kept.takeIn(worker.kept.handOver());

    expect(owner.kept.counts()).toEqual([]);
});
