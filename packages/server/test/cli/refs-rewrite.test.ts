import { rewrite } from '@halyard/cli/refs/remove/rewrite';
import { programOf } from '@halyard/cli/refs/remove/type-check';
import fc from 'fast-check';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { repository } from '../support/repository.ts';

const FLAG = 'new-checkout';
const OPTIONS: ts.CompilerOptions = {
    allowJs: true,
    noLib: true,
    types: [],
    jsx: ts.JsxEmit.Preserve,
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
};

/** Returns these files without the flag. */
function removed(
    files: Record<string, string>,
    isOn: boolean,
    { wrappers = [] as string[], folder = '/nowhere' } = {},
) {
    const texts = new Map(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));
    const program = programOf(ts, { options: OPTIONS, files: [...texts.keys()] }, texts);
    const result = rewrite(ts, program, [...texts.keys()], { flag: FLAG, isOn, wrappers });
    const after = new Map([...texts, ...result.texts]);
    return { ...result, file: (name: string) => after.get(`${folder}/${name}`)! };
}

const without = (text: string, isOn = true) => removed({ 'a.tsx': text }, isOn).file('a.tsx');

const ON = "isEnabled('new-checkout')";

test.each([
    ['a condition', `if (${ON}) {\n    a();\n} else {\n    b();\n}\n`, 'a();\n', 'b();\n'],
    [
        'a condition without else',
        `x();\n// the new one\nif (${ON}) {\n    a();\n}\ny();\n`,
        'x();\n// the new one\na();\ny();\n',
        'x();\ny();\n',
    ],
    ['a choice', `const v = ${ON} ? a : b;\n`, 'const v = a;\n', 'const v = b;\n'],
    ['a choice in brackets', `f((${ON} ? a : b).c);\n`, 'f(a.c);\n', 'f(b.c);\n'],
    ['not', `if (!${ON}) a(); else b();\n`, 'b();\n', 'a();\n'],
    ['and', `if (${ON} && c) a();\n`, 'if (c) a();\n', ''],
    ['and, the other way round', `if (c && ${ON}) a();\n`, 'if (c) a();\n', ''],
    ['and, of what does something', `if (c() && ${ON}) a();\n`, 'if (c()) a();\n', 'if (c() && false) a();\n'],
    ['or', `if (${ON} || c) a();\n`, 'a();\n', 'if (c) a();\n'],
    ['or, of what does something', `if (c() || ${ON}) a();\n`, 'if (c() || true) a();\n', 'if (c()) a();\n'],
    ['and within a value', `f((c && ${ON}) || d);\n`, 'f((c && true) || d);\n', 'f((c && false) || d);\n'],
    ['or of a value', `const v = c || ${ON};\n`, 'const v = c || true;\n', 'const v = c || false;\n'],
    ['and of a value', `const v = c && ${ON};\n`, 'const v = c && true;\n', 'const v = c && false;\n'],
    ['and of what is true or false', `const v = c > d && ${ON};\n`, 'const v = c > d;\n', 'const v = false;\n'],
    ["and with somebody's own true", `if (x && true && ${ON}) a();\n`, 'if (x && true) a();\n', ''],
    [
        'else if',
        `if (c) a();\nelse if (${ON}) b();\nelse d();\n`,
        'if (c) a();\nelse b();\n',
        'if (c) a();\nelse d();\n',
    ],
    ['a last else if', `if (c) a();\nelse if (${ON}) b();\n`, 'if (c) a();\nelse b();\n', 'if (c) a();\n'],
    ['a comparison', `if (${ON} === true) a();\n`, 'a();\n', ''],
    [
        'a return',
        `function f() {\n    if (${ON}) {\n        return 1;\n    }\n    b();\n    return 2;\n}\n`,
        'function f() {\n    return 1;\n}\n',
        'function f() {\n    b();\n    return 2;\n}\n',
    ],
    [
        'a variable',
        `function f() {\n    const on = ${ON};\n    g({ on });\n    return on ? 1 : 2;\n}\n`,
        'function f() {\n    g({ on: true });\n    return 1;\n}\n',
        'function f() {\n    g({ on: false });\n    return 2;\n}\n',
    ],
    [
        'a variable that is set again',
        `function f() {\n    let on = ${ON};\n    on = g();\n    return on;\n}\n`,
        'function f() {\n    let on = true;\n    on = g();\n    return on;\n}\n',
        'function f() {\n    let on = false;\n    on = g();\n    return on;\n}\n',
    ],
    [
        'elements',
        `const e = <p>{${ON} ? <A /> : <B />}{${ON} && <C />}</p>;\n`,
        'const e = <p><A /><C /></p>;\n',
        'const e = <p><B /></p>;\n',
    ],
    ['a loop', `while (${ON} && more()) a();\n`, 'while (more()) a();\n', ''],
    ['other constants', `if (true) a();\nif (${ON}) b();\n`, 'if (true) a();\nb();\n', 'if (true) a();\n'],
    [
        'a context that does something',
        `if (isEnabled('new-checkout', read())) a();\n`,
        'if ((read(), true)) a();\n',
        'if ((read(), false)) a();\n',
    ],
    [
        'names that would meet',
        `const v = 1;\nif (${ON}) {\n    const v = 2;\n    a(v);\n}\n`,
        'const v = 1;\n{\n    const v = 2;\n    a(v);\n}\n',
        'const v = 1;\n',
    ],
    ['lines that are text', `if (${ON}) {\n    a(\`x\n        y\`);\n}\n`, 'a(`x\n        y`);\n', ''],
    [
        'variables of the function',
        `function f() {\n    if (${ON}) {\n        var v = 1;\n    }\n    return v;\n}\n`,
        'function f() {\n    var v = 1;\n    return v;\n}\n',
        'function f() {\n    var v;\n    return v;\n}\n',
    ],
    ['no semicolons', `const v = a\nif (${ON}) [1].map(b)\n`, 'const v = a\n;[1].map(b)\n', 'const v = a\n'],
    [
        'another flag',
        `if (isEnabled('other')) a();\n`,
        "if (isEnabled('other')) a();\n",
        "if (isEnabled('other')) a();\n",
    ],
])('%s: one branch remains', (_what, text, on, off) => {
    expect(without(text, true)).toBe(on);
    expect(without(text, false)).toBe(off);
});

test('unused imports, variables and functions are removed, their side effects are preserved, and the rest is unchanged', () => {
    const text = `import React, { useState } from 'react';
import { useFlag } from '@unleash/proxy-client-react';
import { OldList, NewList, type Item } from './lists';
import * as old from './old';

const limits = { rows: 10 };
const registered = register();
function legacy() {
    return old.make(limits, registered);
}

export function List({ items }: { items: Item[] }) {
    const isNew = useFlag('new-checkout');
    if (isNew) return <NewList items={items} />;
    legacy();
    return <OldList items={items} />;
}
`;
    expect(without(text)).toBe(`import React, { useState } from 'react';
import { NewList, type Item } from './lists';

register();

export function List({ items }: { items: Item[] }) {
    return <NewList items={items} />;
}
`);
});

test('aliases, wrappers and promises are supported, and unused definitions are removed', () => {
    const files = {
        'flags.ts':
            "export const NEW_CHECKOUT = 'new-checkout';\nexport const FLAGS = {\n    checkout: 'new-checkout',\n    other: 'other',\n};\n",
        'ask.ts':
            'export declare function isOn(name: string): boolean;\nexport declare function getBooleanValue(n: string, d: boolean): Promise<boolean>;\n',
        'use.ts': `import { FLAGS, NEW_CHECKOUT } from './flags';
import { getBooleanValue, isOn } from './ask';
export const a = isOn(NEW_CHECKOUT) ? 1 : 2;
export const b = isOn(FLAGS.checkout) ? 1 : 2;
export const c = isOn(FLAGS.other);
export const d = (await getBooleanValue('new-checkout', false)) ? 1 : 2;
`,
    };
    const { file, left } = removed(files, true, { wrappers: ['isOn'], folder: repository(files).folder });

    expect(left).toEqual([]);
    expect(file('use.ts')).toBe(`import { FLAGS } from './flags';
import { isOn } from './ask';
export const a = 1;
export const b = 1;
export const c = isOn(FLAGS.other);
export const d = 1;
`);
    expect(file('flags.ts')).toBe("export const FLAGS = {\n    other: 'other',\n};\n");
});

test('uses that need more than the enabled state are left unchanged and reported', () => {
    const text = "const v = getVariant('new-checkout');\nif (isEnabled('new-checkout')) a(v);\n";
    const { file, left } = removed({ 'a.ts': text }, true);

    expect(file('a.ts')).toBe("const v = getVariant('new-checkout');\na(v);\n");
    expect(left).toEqual([{ file: '/nowhere/a.ts', line: 1 }]);
});

const { expression, statement } = fc.letrec<{ expression: string; statement: string; block: string }>((tie) => {
    const sub = tie('expression');
    const block = tie('block');
    const number = fc.integer({ min: 0, max: 5 });
    return {
        expression: fc.oneof(
            { maxDepth: 4, withCrossShrink: true },
            fc.constantFrom(ON, "isEnabled('other')", 'true', '0', "'x'", 'x', 'h'),
            number.map((each) => `log(${each})`),
            sub.map((each) => `!(${each})`),
            fc.tuple(sub, fc.constantFrom('&&', '||'), sub).map(([a, operator, b]) => `(${a} ${operator} ${b})`),
            fc.tuple(sub, sub, sub).map(([a, b, c]) => `(${a} ? ${b} : ${c})`),
            fc.tuple(sub, fc.constantFrom('=== true', '!== false', '?? 1')).map(([a, b]) => `((${a}) ${b})`),
        ),
        block: fc.array(tie('statement'), { maxLength: 3 }).map((all) => `{\n${all.join('\n')}\n}`),
        statement: fc.oneof(
            { maxDepth: 4, withCrossShrink: true },
            number.map((each) => `log(${each});`),
            sub.map((each) => `log(${each});`),
            sub.map((each) => `${each};`),
            sub.map((each) => `return ${each};`),
            sub.map((each) => `var h = ${each};`),
            fc.tuple(sub, block).map(([a, b]) => `if (${a}) ${b}`),
            fc.tuple(sub, block, block).map(([a, b, c]) => `if (${a}) ${b} else ${c}`),
            fc.tuple(sub, sub, block, block).map(([a, b, c, d]) => `if (${a}) ${c} else if (${b}) ${d}`),
            fc.tuple(sub, tie('statement')).map(([a, b]) => `{ const on = ${ON}; if (on && ${a}) log(on); ${b} }`),
            fc.tuple(sub, number).map(([a, b]) => `if (${a}) { const x = ${b}; log(x); }`),
            block.map((each) => `for (const y of [1, 2]) { ${each.slice(1, -1)} if (${ON}) continue; log(y); }`),
        ),
    };
});

/** The behaviour of code: its log output in order, and its return value. */
function behaviourOf(text: string, isOn: boolean) {
    const logged: unknown[] = [];
    const log = (value: unknown) => {
        logged.push(value);
        return value;
    };
    const isEnabled = (name: string) => (name === FLAG ? isOn : true);
    const code = ts.transpile(text, { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.None });
    const main = new Function('isEnabled', 'log', `${code}\nreturn main();`);
    try {
        return { result: main(isEnabled, log), logged };
    } catch (error) {
        return { error: (error as Error).name, logged };
    }
}

test('code without the flag behaves as with the flag in that state', () => {
    fc.assert(
        fc.property(
            fc.array(statement, { minLength: 1, maxLength: 4 }),
            expression,
            fc.boolean(),
            (all, last, isOn) => {
                const text = `function main() {\nconst x = 7;\n${all.join('\n')}\nlog(x);\nreturn ${last};\n}\n`;
                const before = behaviourOf(text, isOn);
                // Code that reads an undeclared name already failed before.
                fc.pre(!('error' in before));
                const { file, left } = removed({ 'a.js': text }, isOn);

                expect(left).toEqual([]);
                expect(file('a.js')).not.toContain(FLAG);
                expect(behaviourOf(file('a.js'), isOn), file('a.js')).toEqual(before);
            },
        ),
        { numRuns: 60 },
    );
}, 30_000);
