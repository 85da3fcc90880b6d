import { expect, test } from 'vitest';
import { firstProject } from './first-project.ts';

test.each<[string, string[], string[], string | undefined]>([
    ['the default one, if it can be changed', ['alpha', 'default'], ['alpha', 'default'], 'default'],
    ['another, if only that can be changed', ['alpha', 'default', 'shop'], ['shop'], 'shop'],
    ['another, where the default one is hidden or gone', ['alpha', 'shop'], ['alpha', 'shop'], 'alpha'],
    ['one that is known, if none can be changed', ['alpha', 'default'], [], 'default'],
    ['none, where there is none', [], [], undefined],
])('an import begins with %s', (_, known, mine, expected) => {
    expect(firstProject(known, (project) => mine.includes(project))).toBe(expected);
});
