import { expect, test } from 'vitest';
import { createSearch, type Entry } from './search.ts';

const ENTRIES: Entry[] = [
    ['concepts/flags', 'Flags', 'Flags', 'A flag is a name that code asks for.'],
    ['concepts/flags#archive', 'Flags', 'Archive', 'What nobody needs goes to the archive.'],
    ['concepts/strategies#stickiness', 'Strategies', 'Stickiness', 'The same user stays in the same bucket of a flag.'],
    ['operating#backup', 'Operating', 'Backup', `${'All of it, while it runs. '.repeat(20)}Then restore it.`],
];

const search = createSearch(ENTRIES);
const hits = (query: string) => search(query).map(({ address }) => address);

test('pages with the word in the title come before pages that only mention it', () => {
    expect(hits('flag')).toEqual(['concepts/flags', 'concepts/flags#archive', 'concepts/strategies#stickiness']);
    expect(hits('sticki')).toEqual(['concepts/strategies#stickiness']);
});

test('a guide comes before endpoints of the API with the same words', () => {
    const entries: Entry[] = [
        ['api/tokens#create', 'API tokens', 'Create a token', 'POST /api/admin/api-tokens'],
        ['concepts/tokens#create', 'Access', 'Token for a pipeline', 'How to create one.'],
    ];

    expect(createSearch(entries)('token').map(({ address }) => address)).toEqual([
        'concepts/tokens#create',
        'api/tokens#create',
    ]);
});

test('all words must match, in any order and letter case', () => {
    expect(hits('ARCHIVE flags')).toEqual(['concepts/flags#archive']);
    expect(hits('archive backup')).toEqual([]);
    expect(hits('  ')).toEqual([]);
});

test('an excerpt shows the word at any position of a long text', () => {
    const [{ excerpt } = { excerpt: '' }] = search('restore');

    expect(excerpt).toMatch(/^….*Then restore it\.$/);
    expect(excerpt.length).toBeLessThan(200);
});

test('a search tolerates typing errors and incomplete words', () => {
    expect(hits('stikiness')).toEqual(['concepts/strategies#stickiness']);
    expect(hits('archve')).toEqual(['concepts/flags#archive']);
    expect(hits('flag arch')).toEqual(['concepts/flags#archive']);
    expect(hits('stockings')).toEqual([]);
});

test('a page is found by the words of its readers, before pages that mention them', () => {
    const entries: Entry[] = [
        ['guides/ab-test', 'Split traffic', 'Split traffic', 'Two variants.', 'A/B test, split test'],
        ['comparison', 'Comparison', 'Comparison', 'Others call it an A/B test. A test is a test.'],
        ['concepts/tests', 'Tests', 'Tests', 'A test of b.'],
    ];

    expect(createSearch(entries)('a/b test').map(({ address }) => address)).toEqual(['guides/ab-test', 'comparison']);
});
