import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** Phrases that users of the interface had to read twice. Each was replaced by the usual term. */
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
];

const SOURCES = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.(test|generated)\.tsx?$/.test(file),
);

test('texts of the interface contain none of the replaced phrases', () => {
    expect(SOURCES.length).toBeGreaterThan(300);
    const found = SOURCES.flatMap((file) => {
        // A text may be wrapped over several lines.
        const text = readFileSync(path.join(import.meta.dirname, file), 'utf8').replace(/\s+/g, ' ');
        return REPLACED_PHRASES.filter((phrase) => text.includes(phrase)).map((phrase) => `${file}: ${phrase}`);
    });
    expect(found).toEqual([]);
});
