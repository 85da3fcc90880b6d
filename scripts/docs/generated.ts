import type { CliCommand, CliOption } from '../../packages/server/src/cli/command.ts';
import { COMMANDS, GROUPS } from '../../packages/server/src/cli/commands.ts';
import { describeSettings } from '../../packages/server/src/config.ts';
import type { Snippet } from '../../packages/ui/src/pages/welcome/snippets/snippet.ts';
import { SNIPPETS } from '../../packages/ui/src/pages/welcome/snippets.ts';

const NOTE = '<!-- Written by `npm run docs` from the program; edit it there. -->';

/** Documents that are written whole, by their file. */
export const GENERATED: Record<string, () => string> = {
    'docs/reference/commands.md': commandReference,
    'docs/reference/settings.md': settingsReference,
};

/** What a document holds of the program's own between `<!-- snippet: name -->` and `<!-- end -->`, written anew. */
export function withSnippets(markdown: string): string {
    return markdown.replace(/(<!-- snippet: ([\w-]+) -->\n)[\s\S]*?(<!-- end -->)/g, (_all, start, name, end) => {
        const snippet = (SNIPPETS as Record<string, Snippet>)[name];
        if (!snippet) throw new Error(`There is no snippet ${name}`);
        return `${start}${snippetBlocks(name, snippet)}${end}`;
    });
}

/** Of the tests' service too, which knows these tokens by others. */
export const EXAMPLE = {
    url: 'https://flags.example.com',
    backendToken: '*:development.my-backend-token',
    frontendToken: '*:development.my-frontend-token',
    flag: 'new-checkout',
};

const LANGUAGES: Record<string, string> = {
    node: 'js',
    javascript: 'js',
    openfeature: 'js',
    'openfeature-web': 'js',
    curl: 'sh',
    dotnet: 'csharp',
    react: 'jsx',
    nextjs: 'jsx',
    android: 'kotlin',
    ios: 'swift',
    flutter: 'dart',
};

/** What runs where the tests run. */
const RUNS = ['node', 'javascript', 'openfeature', 'openfeature-web', 'curl'];

function snippetBlocks(name: string, { install, code, kind }: Snippet): string {
    const { url, backendToken, frontendToken, flag } = EXAMPLE;
    const token = kind === 'backend' ? backendToken : frontendToken;
    const language = LANGUAGES[name] ?? name;
    const installing = /^(npm|pip|go|dotnet|gem|composer|cargo|flutter) /.test(install)
        ? `<!-- not run: installs a package -->\n\`\`\`sh\n${install}\n\`\`\`\n\n`
        : install && `The package is \`${install}\`.\n\n`;
    const runs = RUNS.includes(name);
    const comment = runs
        ? `<!-- prints: ${name === 'curl' ? '"value":true' : `${flag} true`} -->`
        : `<!-- not run: ${language} -->`;
    return `${installing}${comment}\n\`\`\`${language}\n${code({ url, token, flag })}\n\`\`\`\n`;
}

function commandReference(): string {
    const commands = Object.entries<CliCommand>(COMMANDS)
        .filter(([, { isHidden }]) => !isHidden)
        .toSorted(([a], [b]) => (a < b ? -1 : 1));
    const list = commands.map(
        ([name, { summary }]) => `| [\`${name}\`](#halyard-${name.replaceAll(' ', '-')}) | ${cell(summary)} |`,
    );
    return `# Commands

${NOTE}

Everything \`halyard\` can be told to do. \`halyard <command> --help\` says the same in a terminal. Every command takes \`--json\`. Status 0
is done, 1 is an error, 2 means that differences were found. How to begin: [the command line](../command-line.md).

| | |
|---|---|
${list.join('\n')}

${commands.map(([name, command]) => commandSection(name, command)).join('\n')}`;
}

function commandSection(name: string, { summary, arguments: words, options, examples }: CliCommand): string {
    const given = Object.entries(words);
    const chosen = Object.entries(options);
    const usage = [
        'halyard',
        name,
        ...given.map(([key, word]) => placeholder(word, key)),
        ...(chosen.length > 0 ? ['[options]'] : []),
    ];
    const group = (GROUPS as Record<string, string>)[name];
    const rows = [
        ...given.map(([key, word]) => [placeholder(word, key), word] as const),
        ...chosen.map(
            ([key, word]) =>
                [optionOf(key, word), { ...word, says: `${word.says}${word.isRequired ? ' (needed)' : ''}` }] as const,
        ),
    ].map(([written, word]) => `| \`${written.replaceAll('|', '\\|')}\` | ${cell(saysOf(word))} |`);
    const shown = examples.map(([line, why]) => `# ${why}\n${line}`);
    return `## halyard ${name}

${summary}.${group ? ` ${group}: other commands begin with the same word.` : ''}

<!-- not run: how it is written -->
\`\`\`sh
${usage.join(' ')}
\`\`\`
${rows.length > 0 ? `\n| | |\n|---|---|\n${rows.join('\n')}\n` : ''}
<!-- not run: examples of the help -->
\`\`\`sh
${shown.join('\n')}
\`\`\`
`;
}

const saysOf = ({ says, fallback }: CliOption<unknown>) => {
    const isNone = fallback === undefined || fallback === false || (Array.isArray(fallback) && fallback.length === 0);
    return `${says}${isNone ? '' : ` [${String(fallback)}]`}`;
};

function placeholder(word: CliOption<unknown>, key: string): string {
    const name = `${word.takes ?? key}${word.isList ? '...' : ''}`;
    return word.isRequired ? `<${name}>` : `[${name}]`;
}

function optionOf(key: string, word: CliOption<unknown>): string {
    const long = `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    const value = word.takes === undefined ? '' : ` <${word.takes}${word.isList ? '...' : ''}>`;
    return `${word.short ? `-${word.short}, ` : ''}${long}${value}`;
}

function settingsReference(): string {
    const rows = describeSettings()
        .split('\n')
        .map((line) => /^ {2}(\S+) +(.+)$/.exec(line)!)
        .map(([, name, says]) => `| \`${name}\` | ${cell(says!)} |`);
    return `# Settings

${NOTE}

Halyard starts with no settings at all. Settings are environment variables; each is also read with the prefix \`HALYARD_\`. What stands in
square brackets is so unless it is set. How they work together: [operating](../operating.md).

| | |
|---|---|
${rows.join('\n')}
`;
}

/** Within a table. */
const cell = (text: string) =>
    text.replaceAll('|', '\\|').replaceAll('<', '\\<').replaceAll('*', '\\*').replaceAll('_', '\\_');
