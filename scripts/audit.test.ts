import { expect, test } from 'vitest';
import { judgeReport } from './launcher/audit.mjs';

const report = (...severities: string[]) =>
    JSON.stringify(
        {
            auditReportVersion: 2,
            vulnerabilities: Object.fromEntries(
                severities.map((severity, index) => [`p${index}`, { name: `p${index}`, severity, range: '<1.2.3' }]),
            ),
            metadata: { vulnerabilities: {} },
        },
        null,
        2,
    );

test('a serious vulnerability of a dependency fails the check and is listed', () => {
    for (const severity of ['high', 'critical']) {
        expect(judgeReport(report('low', severity))).toEqual({
            code: 1,
            says: expect.stringContaining(`p1 <1.2.3: ${severity}`),
        });
    }
});

test('minor vulnerabilities are counted, and a report without any says so', () => {
    expect(judgeReport(report('low', 'moderate'))).toEqual({
        code: 0,
        says: 'No serious vulnerability is known; 2 minor (`npm audit` lists them).',
    });
    expect(judgeReport(`npm warn something\n${report()}`)).toEqual({
        code: 0,
        says: 'No serious vulnerability is known.',
    });
});

test.each([
    [
        'a registry without audit support',
        'npm warn audit 405\n{\n  "message": "405 Method Not Allowed",\n  "statusCode": 405\n}\nnpm error x',
    ],
    ['no network', '{ "error": { "code": "ENOTFOUND" } }'],
    ['nothing', ''],
    ['text that is not a report', 'npm error {'],
])('%s does not fail the check, but prints a message', (_what, text) => {
    expect(judgeReport(text)).toEqual({ code: 0, says: expect.stringMatching(/^Not audited/) });
});
