import { run, say } from './run.mjs';

/** @typedef {{ vulnerabilities?: Record<string, { name: string, severity: string, range: string, fixAvailable: unknown }>, metadata?: object }} Report */

/** The severities that fail the check. */
const SERIOUS = ['high', 'critical'];

/**
 * Requests known vulnerabilities of dependencies from the registry. A registry without this endpoint, such as a mirror, does not fail the
 * check: it prints a message.
 * @returns {Promise<number>} the exit code
 */
export async function audit() {
    let text = '';
    const output = (/** @type {string} */ more) => {
        text += more;
    };
    await run('npm', ['audit', '--json', '--fetch-retries=0', '--fetch-timeout=20000'], { output });
    const { code, says } = judgeReport(text);
    say(says);
    return code;
}

/**
 * @param {string} text the output of npm: a report, possibly after warnings
 * @returns {{ code: number, says: string }}
 */
export function judgeReport(text) {
    const report = reportIn(text);
    if (!report?.vulnerabilities || !report.metadata) {
        return { code: 0, says: 'Not audited: the registry does not report vulnerabilities (`npm audit` shows why).' };
    }
    const serious = Object.values(report.vulnerabilities).filter(({ severity }) => SERIOUS.includes(severity));
    const minor = Object.keys(report.vulnerabilities).length - serious.length;
    if (serious.length === 0)
        return {
            code: 0,
            says: `No serious vulnerability is known${minor > 0 ? `; ${minor} minor (\`npm audit\` lists them)` : ''}.`,
        };
    const list = serious.map(({ name, range, severity }) => `  ${name} ${range}: ${severity}`).join('\n');
    return { code: 1, says: `Known vulnerabilities in dependencies (\`npm audit\` shows details):\n${list}` };
}

/** @param {string} text @returns {Report | undefined} */
function reportIn(text) {
    const start = text.indexOf('\n{') < 0 ? text.indexOf('{') : text.indexOf('\n{');
    const end = text.lastIndexOf('}');
    try {
        return JSON.parse(text.slice(start, end + 1));
    } catch {
        return undefined;
    }
}
