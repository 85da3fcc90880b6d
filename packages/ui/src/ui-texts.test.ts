import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** Phrases that users had to read twice. Each was replaced by the usual term. */
const REPLACED_PHRASES = [
    'Whom it affects',
    'Whom it touches',
    'I have seen it',
    'people seen in the last day',
    'answers a day there now',
    'Sampled from what this node was asked',
    'sentences stay as they are',
    'turned on, it would be on for',
    'You may; the event log says that you did',
    'Change now, without approval',
    'Do it later',
    'Do it now instead',
    'Say why',
    'Choose a time to come',
    'Stands in the event log',
    'Sticks to',
    'What keeps a user where they are',
    'else sessionId, else chance',
    'Rollouts of one group',
    'All of these must hold',
    'last asked for',
    'not asked for yet',
    'Nobody looked yet',
    'decide first which one stays',
    'What your code asks for',
    'Lives about',
    'Variants of another type are refused',
    'What code uses without an answer',
    'Ask as',
    'Commas separate values',
    'Only different answers',
    'What is proposed, where changes need others to agree',
    'Some of them from certain groups',
    'More of them when',
    'Every week, nothing goes live',
    'For once, nothing goes live',
    'Who may go without approval',
    'Whoever sends',
    'Approvals that do not count',
    'Begun by',
    'Approved by all it takes',
    'broke the glass',
    'What applications show to be given flags',
    'Keep it like a password',
    'Whoever lost one',
    'Nobody has asked',
    'ask as it any more',
    'There is nothing here',
    'One answer',
    'Seen any time',
    'Any answer',
    'What was?',
    'Trying again by itself',
    'Halyard asked the rules',
    'Bring back',
    'brought back',
    "'A day'",
    "'Two days'",
    "'A week'",
    "'A month'",
    'Once more',
    'As the system',
    'is not to be seen',
    'none that fits all of this',
    'Default in code',
    'would notice',
    'Only what is',
    'What it changes',
    'who proposed it',
    'to come.',
    'Say what',
    'Say when',
    'Name one that',
    'is gone',
    'any more',
    'exists already',
    'Take one ',
    'those who',
    'whoever',
    'asks for',
    'knows no',
    'The answer',
];

/** The UI shows sentences of the engine and of the service. */
const ROOTS = ['packages/ui/src', 'packages/engine/src', 'packages/server/src'];

/** Texts that other programs and operators read, and code whose names are not shown. */
const NOT_SHOWN = /\.(test|generated)\.tsx?$|server\/src\/(cli|storage|edge|telemetry)\//;

/** Returns a source without its comments, on one line, because a text may be wrapped. */
const textOf = (file: string) =>
    readFileSync(file, 'utf8')
        .replace(/\/\*.*?\*\//gs, '')
        .replace(/(?<=^|\s)\/\/.*$/gm, '')
        .replace(/\s+/g, ' ');

const ROOT = path.resolve(import.meta.dirname, '../../..');

const SOURCES = ROOTS.flatMap((root) =>
    readdirSync(path.join(ROOT, root), { recursive: true, encoding: 'utf8' }).map((file) => path.join(root, file)),
).filter((file) => /\.tsx?$/.test(file) && !NOT_SHOWN.test(file));

test('texts that the UI shows contain none of the replaced phrases', () => {
    expect(SOURCES.length).toBeGreaterThan(800);
    const found = SOURCES.flatMap((file) => {
        const text = textOf(path.join(ROOT, file));
        return REPLACED_PHRASES.filter((phrase) => text.includes(phrase)).map((phrase) => `${file}: ${phrase}`);
    });
    expect(found).toEqual([]);
});

test('numbers and dates follow the locale of the reader everywhere', () => {
    const formatters = SOURCES.filter(
        (file) =>
            file.startsWith('packages/ui/') &&
            /\.toLocale\w*String\(|Intl\.(DateTime|Number|Relative\w*)Format\('|\bIntl\.NumberFormat/.test(
                textOf(path.join(ROOT, file)),
            ),
    );
    expect(formatters).toEqual(['packages/ui/src/components/text/numbers.ts']);
});
