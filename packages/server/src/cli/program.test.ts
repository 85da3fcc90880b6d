import { execFile } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { builtProgram } from '../../test/support/build.ts';
import { halyard } from '../../test/support/halyard.ts';
import { testApp } from '../../test/support/test-app.ts';
import { testEdge } from '../../test/support/test-edge.ts';
import { COMMANDS } from './commands.ts';

test.each(['-h', '--help'])('%s lists every command; for serve it lists the settings', async (option) => {
    const [help, ofServe] = await Promise.all([halyard([option]), halyard(['serve', option])]);

    expect(help.status).toBe(0);
    for (const name of Object.keys(COMMANDS)) expect(help.stdout).toContain(`  ${name.split(' ')[0]} `);
    expect(ofServe).toMatchObject({ status: 0, stdout: expect.stringContaining('DATABASE_URL') });
});

test('a misspelt command exits with code 1 and suggests the correct name', async () => {
    expect(await halyard(['helth'])).toMatchObject({
        status: 1,
        stdout: '',
        stderr: expect.stringContaining('Did you mean health?'),
    });
});

test('an unknown option does not start the service', async () => {
    expect(await halyard(['--jsn'])).toMatchObject({ status: 1, stdout: '' });
});

test.each(['out', 'err'])('closing std%s ends the command silently', async (stream) => {
    const main = await builtProgram();
    const args = stream === 'out' ? '--help' : 'helth 2>&1 >/dev/null';
    const script = `"${process.execPath}" "${main}" ${args} | true`;
    const ended = await new Promise((resolve) => {
        const env = { PATH: process.env['PATH'] };
        execFile('bash', ['--norc', '-o', 'pipefail', '-c', script], { env }, (error, stdout, stderr) =>
            resolve({ status: error?.code, stdout, stderr }),
        );
    });

    expect(ended).toEqual({ status: 141, stdout: '', stderr: '' });
});

test('health and ready return the state of the service as exit code, and print the checked URL', async () => {
    const app = await testApp();
    const { port } = new URL(app.url);

    const [alive, ready, away] = await Promise.all([
        halyard(['health'], { environment: { HTTP_PORT: port } }),
        halyard(['ready', '--url', `http://localhost:${port}/`]),
        halyard(['health', '--url', 'http://127.0.0.1:1']),
    ]);

    expect(alive).toMatchObject({ status: 0, json: { ok: true, status: 200, says: 'GOOD' } });
    expect(ready).toMatchObject({ status: 0, json: { ok: true, url: `http://localhost:${port}/ready` } });
    expect(away).toMatchObject({ status: 1, json: { ok: false, says: 'connection refused' } });
});

test('health supports the options and variables of Unleash Edge, and --whichever checks a service or an edge', async () => {
    const tls = (name: string) => path.resolve(import.meta.dirname, '../../test/support/tls', name);
    const edge = await testEdge((await testApp()).url, {
        environment: {
            ...{ TLS_ENABLE: 'true', TLS_SERVER_PORT: '0' },
            ...{ TLS_SERVER_KEY: tls('server-key.pem'), TLS_SERVER_CERT: tls('server.pem') },
        },
    });
    const [EDGE_URL, PORT] = [edge.tlsUrl!.replace('localhost', '127.0.0.1'), new URL(edge.url).port];
    const CA_CERTIFICATE_FILE = tls('authority.pem');
    const alive = {
        status: 0,
        json: { ok: true, url: expect.stringMatching(/\/internal-backstage\/(health|ready)$/) },
    };

    expect(await halyard(['health', '-e', EDGE_URL, '-c', CA_CERTIFICATE_FILE])).toMatchObject(alive);
    expect(await halyard(['ready'], { environment: { EDGE_URL, CA_CERTIFICATE_FILE } })).toMatchObject(alive);
    expect(await halyard(['health'], { environment: { EDGE_URL } })).toMatchObject({ status: 1 });
    // A healthy edge on the same machine does not make a stopped service healthy.
    const besides = { HTTP_PORT: '1', PORT };
    expect(await halyard(['health'], { environment: besides })).toMatchObject({ status: 1 });
    expect(await halyard(['health', '--whichever'], { environment: besides })).toMatchObject(alive);
    expect(await halyard(['health', '--whichever'], { environment: { PORT } })).toMatchObject(alive);
    await edge.close();
    expect(await halyard(['health', '--whichever'], { environment: besides })).toMatchObject({
        status: 1,
        json: { says: 'connection refused' },
    });
});

test('an invalid URL is rejected with an error of one line', async () => {
    expect(await halyard(['health', '--url', 'ftp://x'])).toMatchObject({
        status: 1,
        stdout: '',
        stderr: 'error: --url must be an http or https URL, such as http://localhost:4242.\n',
    });
});
