import { expect, test } from 'vitest';
import { placeIn } from './place.ts';

const step = (environment?: string) => ({ action: 'archiveFeature', ...(environment && { environment }) }) as never;

test('a proposal changes one environment, or all of them', () => {
    expect(placeIn({ project: 'shop', steps: [step('production'), step('production')] })).toEqual({
        project: 'shop',
        environment: 'production',
    });
    expect(placeIn({ project: 'shop', steps: [step()] })).toEqual({ project: 'shop', environment: undefined });
    expect(placeIn({ project: 'shop', steps: [step('production'), step('staging')] })).toEqual({
        project: 'shop',
        environment: undefined,
    });
});
