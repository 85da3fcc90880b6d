import { expect, test } from 'vitest';
import { COSTLY_DOCUMENTS } from '../../../../test/support/costly-documents.ts';
import { testApp } from '../../../../test/support/test-app.ts';

const PATH = '/api/admin/projects/default/foreign-import';

/** A conversion without interruptions answers one request before it and one after it. */
const ANSWERED_BETWEEN = 3;

test.each(Object.entries(COSTLY_DOCUMENTS))(
    'a document of %s that takes long to convert is rejected, and other requests are answered in between',
    async (source, documentOf) => {
        const app = await testApp({ until: 'file' });
        let isDone = false;
        const rehearsal = app
            .post(`${PATH}/rehearsal`, { source, document: documentOf(100), environments: { '*': 'development' } })
            .finally(() => {
                isDone = true;
            });

        let answered = 0;
        while (!isDone) {
            expect(await app.get('/health')).toMatchObject({ status: 200 });
            answered++;
        }

        expect(await rehearsal).toMatchObject({
            status: 400,
            body: {
                message: expect.stringMatching(
                    /The document takes more than \d+ steps to import, which were used up at (flag|segment) \S+\. Split it/,
                ),
            },
        });
        expect(answered).toBeGreaterThan(ANSWERED_BETWEEN);
    },
);
