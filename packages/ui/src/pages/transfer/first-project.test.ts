import { expect, test } from 'vitest';
import { firstProject } from './first-project.ts';

test.each<[string, string[], string[], string | undefined]>([
    ['the default project, if it can be changed', ['alpha', 'default'], ['alpha', 'default'], 'default'],
    ['another project, if only that can be changed', ['alpha', 'default', 'shop'], ['shop'], 'shop'],
    ['another project, if the default project is hidden or deleted', ['alpha', 'shop'], ['alpha', 'shop'], 'alpha'],
    ['a visible project, if none can be changed', ['alpha', 'default'], [], 'default'],
    ['no project, if none exists', [], [], undefined],
])('the preselected project of an import is %s', (_, known, mine, expected) => {
    expect(firstProject(known, (project) => mine.includes(project))).toBe(expected);
});
