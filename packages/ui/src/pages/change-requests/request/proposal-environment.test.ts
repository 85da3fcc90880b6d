import { expect, test } from 'vitest';
import { proposalEnvironment } from './proposal-environment.ts';

const step = (environment?: string) => ({ action: 'archiveFeature', ...(environment && { environment }) }) as never;

test('a proposal changes one environment, or all of them', () => {
    expect(proposalEnvironment({ project: 'shop', steps: [step('production'), step('production')] })).toEqual({
        project: 'shop',
        environment: 'production',
    });
    expect(proposalEnvironment({ project: 'shop', steps: [step()] })).toEqual({
        project: 'shop',
        environment: undefined,
    });
    expect(proposalEnvironment({ project: 'shop', steps: [step('production'), step('staging')] })).toEqual({
        project: 'shop',
        environment: undefined,
    });
});
