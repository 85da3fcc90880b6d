import { expect, test } from 'vitest';
import { graphInWords, graphOf } from './graph.ts';

test('an application is linked to its environments, and these to the evaluated flags; missing flags come first', () => {
    const graph = graphOf(
        'shop',
        ['development', 'production'],
        [
            { name: 'a', environments: ['development', 'production'] },
            { name: 'gone', notFound: true, environments: ['production'] },
        ],
    );
    expect(graph.flags.map(({ name, isMissing }) => [name, isMissing])).toEqual([
        ['gone', true],
        ['a', undefined],
    ]);
    expect(graph.runs.map(({ to }) => to.name)).toEqual(['development', 'production']);
    expect(graph.asks.map(({ from, to }) => `${from.name} ${to.name}`)).toEqual([
        'production gone',
        'development a',
        'production a',
    ]);
    expect(graphInWords(graph)).toBe(
        'shop runs in development, production and uses 2 flags, of which 1 does not exist.',
    );
});

test('nodes do not overlap, and only some of very many flags are drawn', () => {
    const many = Array.from({ length: 100 }, (_, index) => ({ name: `f${index}`, environments: ['production'] }));
    const graph = graphOf('shop', [], many);
    const positions = graph.flags.map(({ y }) => y);
    expect(graph.flags).toHaveLength(24);
    expect(graph.more).toBe(76);
    expect(positions.every((y, index) => index === 0 || y - (positions[index - 1] ?? 0) >= 20)).toBe(true);
    expect(graph.environments.map(({ name }) => name)).toEqual(['production']);
    expect(graphInWords(graph)).toContain('uses 100 flags.');
});

test('an application without evaluations is drawn, too', () => {
    expect(graphInWords(graphOf('idle', [], []))).toBe('idle runs in no environment and uses 0 flags.');
});
