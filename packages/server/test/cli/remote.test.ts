import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { tokenOf } from '../support/agents.ts';
import { USER_PASSWORD } from '../support/factories.ts';
import { freePort } from '../support/free-port.ts';
import { halyard } from '../support/halyard.ts';
import { run } from '../support/in-process.ts';
import { protect } from '../support/protect.ts';
import { enrolTotp, nextCode } from '../support/second-factor.ts';
import { ADMIN_TOKEN, testApp } from '../support/test-app.ts';

const folder = () => mkdtemp(path.join(tmpdir(), 'halyard-remote-'));

/** A service, and the CLI of a user who has signed in. */
async function signedIn() {
    const app = await testApp();
    const environment = { HALYARD_URL: app.url, HALYARD_TOKEN: ADMIN_TOKEN, XDG_CONFIG_HOME: await folder() };
    const ask = (args: string[], more: Parameters<typeof run>[1] = {}) =>
        run(args, { ...more, environment: { ...environment, ...more.environment } });
    return { app, ask };
}

test('login stores the URL and the token in a file that only the owner can read, and logout deletes them', async () => {
    const app = await testApp();
    const home = await folder();
    const environment = { XDG_CONFIG_HOME: home };
    const file = path.join(home, 'halyard', 'credentials.json');
    // A file that others can read already exists.
    await mkdir(path.dirname(file));
    await writeFile(file, '{}');
    await chmod(file, 0o644);

    const done = await run(['login', `${app.url}/`], { environment, input: `${ADMIN_TOKEN}\n` });

    expect(done).toMatchObject({ status: 0, json: { url: app.url, file } });
    expect(done.stdout + done.stderr).not.toContain(ADMIN_TOKEN);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ url: app.url, token: ADMIN_TOKEN });
    expect(await run(['whoami'], { environment })).toMatchObject({ status: 0, json: { url: app.url, isAdmin: true } });

    expect(await run(['logout'], { environment })).toMatchObject({ status: 0, json: { forgotten: true } });
    expect(await run(['whoami'], { environment })).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('halyard login'),
    });
});

test('an unknown token is not stored, and tokens are not accepted as arguments', async () => {
    const app = await testApp();
    const environment = { XDG_CONFIG_HOME: await folder() };

    expect(await run(['login', app.url], { environment, input: 'user:nobodys\n' })).toMatchObject({
        status: 1,
        stderr: expect.stringContaining(`halyard login ${app.url}`),
    });
    expect(await run(['login', app.url], { environment })).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('HALYARD_TOKEN'),
    });
    expect(await run(['login', app.url, '--token', 'x'], { environment })).toMatchObject({ status: 1 });
    expect(await run(['whoami'], { environment })).toMatchObject({ status: 1 });
});

test('the token stored for one service is not sent to another, not even after a redirect', async () => {
    const app = await testApp();
    const tokens: (string | undefined)[] = [];
    const other = createServer((request, reply) => {
        tokens.push(request.headers.authorization);
        reply.writeHead(302, { location: `${app.url}${request.url}` }).end();
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void other.close());
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    const environment = { XDG_CONFIG_HOME: await folder() };
    await run(['login', app.url], { environment, input: ADMIN_TOKEN });

    expect(await run(['flag', 'list'], { environment: { ...environment, HALYARD_URL: url } })).toMatchObject({
        status: 1,
        stderr: expect.stringContaining(`no token for ${url}`),
    });
    expect(tokens).toEqual([]);
    expect(
        await run(['flag', 'list'], { environment: { HALYARD_URL: url, HALYARD_TOKEN: 'of-the-other-one' } }),
    ).toMatchObject({ status: 1, stderr: expect.stringContaining('redirects to') });
    expect(tokens).toEqual(['of-the-other-one']);
});

test('a flag is created, turned on, evaluated with the reasons, turned off, archived and revived', async () => {
    const { app, ask } = await signedIn();
    await app.has.project({ id: 'web' });

    const rehearsal = await ask(['flag', 'create', 'checkout', '--project', 'web', '--dry-run']);
    expect(rehearsal).toMatchObject({ status: 0, json: { dryRun: true, body: { name: 'checkout' } } });
    expect((await ask(['flag', 'list'])).json).toEqual({ flags: [] });

    expect(
        await ask([
            'flag',
            'create',
            'checkout',
            '--project',
            'web',
            '--type',
            'experiment',
            '--description',
            'New one',
        ]),
    ).toMatchObject({ status: 0, json: { name: 'checkout', type: 'experiment', project: 'web' } });
    expect(await ask(['flag', 'on', 'checkout', '-e', 'development'])).toMatchObject({
        status: 0,
        json: { environment: 'development', enabled: true },
    });
    expect((await ask(['flag', 'show', 'checkout'])).json.environments).toMatchObject([
        { name: 'development', enabled: true },
        { name: 'production', enabled: false },
    ]);
    expect((await ask(['flag', 'list', '--project', 'web'])).json.flags).toMatchObject([{ name: 'checkout' }]);

    const on = await ask([
        'eval',
        'checkout',
        '-e',
        'development',
        '-u',
        '7',
        '-p',
        'country=NO',
        '--explain',
        '--test',
    ]);
    expect(on).toMatchObject({ status: 0, json: { enabled: true, variant: null } });
    expect(on.json.explanation.strategies).toHaveLength(1);
    expect(await ask(['eval', 'checkout', '-e', 'production', '--test'])).toMatchObject({
        status: 1,
        json: { enabled: false, reason: expect.any(String) },
    });

    await ask(['flag', 'off', 'checkout', '-e', 'development']);
    expect((await ask(['eval', 'checkout', '-e', 'development'])).json.enabled).toBe(false);
    expect(await ask(['eval', 'checkout', '-e', 'dev'])).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('It has development, production.'),
    });
    expect(await ask(['flag', 'archive', 'checkout'])).toMatchObject({ status: 0, json: { archived: true } });
    expect((await ask(['flag', 'list', '--archived'])).json.flags).toMatchObject([{ name: 'checkout' }]);
    expect(await ask(['flag', 'revive', 'checkout'])).toMatchObject({ status: 0, json: { archived: false } });
});

test('the exit code of eval --test tells on, off, a missing flag and a missing result apart', async () => {
    const { app, ask } = await signedIn();
    await app.has.flag({ name: 'checkout', enabled: ['development'] });
    const evalTest = async (flag: string, environment: string, more: Record<string, string> = {}) => {
        const { status, stderr } = await ask(['eval', flag, '-e', environment, '--test'], { environment: more });
        return { status, stderr };
    };
    const nowhere = `http://127.0.0.1:${await freePort()}`;

    expect((await evalTest('checkout', 'development')).status).toBe(0);
    expect((await evalTest('checkout', 'production')).status).toBe(1);
    expect(await evalTest('chekout', 'production')).toMatchObject({
        status: 2,
        stderr: expect.stringMatching(/There is no flag chekout/),
    });
    expect(await evalTest('checkout', 'nowhere')).toMatchObject({
        status: 2,
        stderr: expect.stringMatching(/does not have the environment/),
    });
    expect(await evalTest('checkout', 'development', { HALYARD_URL: nowhere })).toMatchObject({
        status: 3,
        stderr: expect.stringMatching(/connection refused/),
    });
    expect(await evalTest('checkout', 'development', { HALYARD_TOKEN: 'unknown' })).toMatchObject({
        status: 3,
        stderr: expect.stringMatching(/rejects this token/),
    });
    // A mistake in the script must not look like a flag that is off.
    expect((await ask(['eval', 'checkout', '--test'])).status).toBe(3);
    expect((await ask(['eval', '-e', 'development', '--test'])).status).toBe(3);
    expect((await ask(['eval', 'checkout', '-e', 'development', '--test', '--no-such-option'])).status).toBe(3);
    expect((await ask(['eval', 'checkout'])).status).toBe(1);
});

test('--dry-run shows the effect of a change and changes nothing, and a change that would be refused is an error', async () => {
    const { app, ask } = await signedIn();
    await app.has.flag({ name: 'checkout', enabled: ['development'] });
    const turnOn = ['flag', 'on', 'checkout', '-e', 'production', '--dry-run'];

    const tried = await ask(turnOn);
    const shown = await ask(turnOn, { isTerminal: true, environment: { NO_COLOR: '1' } });

    expect(tried).toMatchObject({
        status: 0,
        json: {
            dryRun: true,
            method: 'POST',
            changes: [{ environment: 'production', name: 'checkout' }],
            who: [{ environment: 'production', flags: [{ name: 'checkout', onToOff: 0 }] }],
        },
    });
    const { asked, flags } = tried.json.who[0];
    expect(flags[0].offToOn).toBe(asked);
    expect(shown.stdout).toMatch(/^Nothing was changed\./);
    expect(shown.stdout).toContain(`checkout in production: ${asked} of ${asked} synthetic users (100%) get it.`);
    expect((await ask(['flag', 'archive', 'checkout', '--dry-run'])).json.who).toContainEqual(
        expect.objectContaining({ environment: 'development', flags: [expect.objectContaining({ onToOff: asked })] }),
    );
    expect(await ask(['flag', 'off', 'checkout', '-e', 'production', '--dry-run'])).toMatchObject({
        status: 0,
        json: { changes: [] },
    });
    expect(await ask(['flag', 'create', 'checkout', '--dry-run'])).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('checkout'),
    });
    expect((await ask(['flag', 'show', 'checkout'])).json).toMatchObject({
        environments: [
            { name: 'development', enabled: true },
            { name: 'production', enabled: false },
        ],
    });
});

test('a change that bypasses approval is reported on stderr, and a refusal names the next step', async () => {
    const { app, ask } = await signedIn();
    await app.has.flag({ name: 'checkout' });
    await protect(app, { environment: 'production' });
    const member = await tokenOf(app, await app.has.user({ rootRole: 'editor' }));
    const on = (environment: string, token: string) =>
        ask(['flag', 'on', 'checkout', '-e', environment], { environment: { HALYARD_TOKEN: token } });

    expect(await on('production', member)).toMatchObject({ status: 1, stderr: expect.stringContaining('approval') });
    expect(await on('production', ADMIN_TOKEN)).toMatchObject({
        status: 0,
        json: { enabled: true },
        stderr: expect.stringMatching(/^Changes in production require approval\. .* bypass/),
    });
    expect(await on('development', ADMIN_TOKEN)).toMatchObject({ status: 0, stderr: '' });
});

test('lists are complete, however many pages they have', async () => {
    const { app, ask } = await signedIn();
    const features = Array.from({ length: 130 }, (_, index) => ({ name: `flag-${String(index).padStart(3, '0')}` }));
    await app.post('/api/admin/features-batch/import', {
        project: 'default',
        environment: 'development',
        data: { features, featureStrategies: [] },
    });

    const { flags } = (await ask(['flag', 'list'])).json;
    expect(flags.map(({ name }: { name: string }) => name)).toEqual(features.map(({ name }) => name));
});

test('an error is one line with the next step', async () => {
    const { app, ask } = await signedIn();
    await app.has.flag({ name: 'checkout-new' });

    const errorOf = async (args: string[]) => {
        const { status, stdout, stderr } = await ask(args);
        return { status, stdout, stderr, lines: stderr.trim().split('\n').length };
    };
    const refused = { status: 1, stdout: '', lines: 1 };

    expect(await errorOf(['flag', 'show', 'checkout'])).toMatchObject({
        ...refused,
        stderr: expect.stringContaining('Did you mean checkout-new?'),
    });
    expect(await errorOf(['flag', 'on', 'checkout-new', '-e', 'nowhere'])).toMatchObject({
        ...refused,
        stderr: expect.stringContaining('nowhere'),
    });
    expect(await errorOf(['flag', 'create', 'checkout-new'])).toMatchObject(refused);
    expect(await errorOf(['segment', 'show', 'none'])).toMatchObject({
        ...refused,
        stderr: expect.stringContaining('halyard segment list'),
    });
    expect(await errorOf(['eval', 'checkout-new', '-e', 'development', '-p', 'country'])).toMatchObject({
        ...refused,
        stderr: expect.stringContaining('name=value'),
    });
    expect(
        await run(['flag', 'list'], {
            environment: { HALYARD_URL: `http://127.0.0.1:${await freePort()}`, HALYARD_TOKEN: 'x' },
        }),
    ).toMatchObject({ status: 1, stderr: expect.stringContaining('connection refused') });
});

test('any route can be called, with a body from stdin; an error response is shown with exit code 1', async () => {
    const { app, ask } = await signedIn();
    await app.has.segment({ name: 'beta', constraints: [{ contextName: 'userId', operator: 'IN', values: ['1'] }] });

    expect(await ask(['api', 'get', '/api/admin/projects'])).toMatchObject({
        status: 0,
        json: { projects: [{ id: 'default' }] },
    });
    const body = { name: 'from-stdin' };
    expect(
        await ask(['api', 'POST', '/api/admin/projects/default/features', '--input', '-'], {
            input: JSON.stringify(body),
        }),
    ).toMatchObject({ status: 0, json: body });
    expect(await ask(['api', 'GET', '/api/admin/projects/nowhere/overview'])).toMatchObject({
        status: 1,
        json: { name: 'NotFoundError' },
        stderr: expect.stringContaining('status 404'),
    });
    expect((await ask(['segment', 'show', 'beta'])).json).toMatchObject({ constraints: [{ operator: 'IN' }] });
    expect((await ask(['segment', 'list'])).json.segments).toMatchObject([{ name: 'beta' }]);
});

test('a terminal shows a table with colours, none with NO_COLOR, and control characters in data are escaped', async () => {
    const { app, ask } = await signedIn();
    await app.has.flag({ name: 'checkout', description: 'red \u001b[31malert\u0007', enabled: true });

    const coloured = await ask(['flag', 'list'], { isTerminal: true });
    const plain = await ask(['flag', 'list'], { isTerminal: true, environment: { NO_COLOR: '1' } });

    expect(coloured.stdout).toContain('\u001b[1m');
    expect(coloured.stdout).not.toContain('\u001b[31m');
    expect(plain.stdout).not.toContain('\u001b');
    expect(plain.stdout.split('\n')[1]).toMatch(
        /^checkout {2}default {2}release {2}development {2}red \\u001b\[31malert\\u0007$/,
    );
    expect((await ask(['flag', 'list', '--json'], { isTerminal: true })).json.flags).toHaveLength(1);
});

test('as a process: JSON for a pipe, and the exit code for a script', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout' });
    const environment = { HALYARD_URL: app.url, HALYARD_TOKEN: ADMIN_TOKEN };

    const [listed, off] = await Promise.all([
        halyard(['flag', 'list'], { environment }),
        halyard(['eval', 'checkout', '-e', 'development', '--test'], { environment }),
    ]);

    expect(listed).toMatchObject({ status: 0, json: { flags: [{ name: 'checkout' }] } });
    expect(off).toMatchObject({ status: 1, json: { enabled: false } });
});

test.each(['bash', 'zsh', 'fish'])('completion for %s includes commands, subcommands and options', async (shell) => {
    const { status, stdout } = await run(['completion', shell]);

    expect(status).toBe(0);
    for (const arg of ['verify-log', 'flag', 'archive', 'dry-run']) expect(stdout).toContain(arg);
});

test('bash completes partial input', async () => {
    const { stdout } = await run(['completion', 'bash']);
    const completed = (...args: string[]) => {
        const typed = args.map((arg) => `'${arg}'`).join(' ');
        const script = `${stdout}\nCOMP_WORDS=(halyard ${typed}); COMP_CWORD=${args.length}; _halyard; echo "\${COMPREPLY[@]}"`;
        return execFileSync('bash', ['--norc', '-c', script], { encoding: 'utf8' }).trim();
    };

    expect(completed('fl')).toBe('flag');
    expect(completed('flag', 'o')).toBe('on off');
    expect(completed('flag', 'on', '--dr')).toBe('--dry-run');
    expect(completed('backup', '--j')).toBe('--json');
    // Also for a subcommand.
    expect(completed('import', 'flipt', 'features.yaml', '--dr')).toBe('--dry-run');
    expect(completed('import', 'unleash', '--pro')).toBe('--prove');
    expect(await run(['completion', 'powershell'])).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('bash, zsh, fish'),
    });
});

test('a command is sent again while the service is busy with expensive requests', async () => {
    const statuses = [429, 429, 200];
    const service = createServer((_request, reply) => {
        const status = statuses.shift() ?? 500;
        reply.writeHead(status, { 'content-type': 'application/json', 'retry-after': '0' });
        reply.end(JSON.stringify({ status, message: 'Try again.' }));
    });
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void service.close());
    const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    const environment = { HALYARD_URL: url, HALYARD_TOKEN: 'any', XDG_CONFIG_HOME: await folder() };

    expect(await run(['api', 'GET', '/api/admin/projects'], { environment })).toMatchObject({
        status: 0,
        json: { status: 200 },
    });
    expect(statuses).toEqual([]);
});

test('login with a password creates a personal token, stores it, and ends the session', async () => {
    const app = await testApp();
    const environment = { XDG_CONFIG_HOME: await folder() };
    await app.post('/api/admin/user-admin', { username: 'grace', password: 'Correct-Horse-42', rootRole: 1 });

    const wrong = await run(['login', app.url, '--user', 'grace'], { environment, input: 'Wrong-Horse-42\n' });
    expect(wrong).toMatchObject({ status: 1, stderr: expect.stringContaining('rejects this user name or password') });
    expect(await run(['whoami'], { environment })).toMatchObject({ status: 1 });

    const done = await run(['login', app.url, '--user', 'grace'], { environment, input: 'Correct-Horse-42\n' });
    expect(done).toMatchObject({ status: 0, json: { url: app.url } });
    expect(done.stdout + done.stderr).not.toContain('Correct-Horse-42');
    expect(await run(['whoami'], { environment })).toMatchObject({ status: 0, json: { isAdmin: true } });
    const { token } = JSON.parse(
        await readFile(path.join(environment.XDG_CONFIG_HOME, 'halyard/credentials.json'), 'utf8'),
    );
    expect(await app.get('/api/admin/user/sessions', { token })).toMatchObject({ body: { sessions: [] } });
});

test('signing in with a password asks for the code of a second factor', async () => {
    const app = await testApp();
    const user = await app.has.user({ rootRole: 'admin' });
    const { secret } = await enrolTotp(app, user);
    const environment = { XDG_CONFIG_HOME: await folder() };
    const login = ['login', app.url, '--user', user.username];
    const typing = (...answers: string[]) => run(login, { environment, isTerminal: true, isTyped: true, answers });

    expect(await run(login, { environment, input: `${USER_PASSWORD}\n` })).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('has a second factor'),
    });
    expect(await typing(USER_PASSWORD, '000000')).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('This code is wrong'),
    });
    const code = nextCode(app, secret);
    const done = await typing(USER_PASSWORD, code);
    expect(done.status).toBe(0);
    expect(done.stdout + done.stderr).not.toContain(code);
    expect(await run(['whoami'], { environment })).toMatchObject({ status: 0, json: { isAdmin: true } });
});

test('a created token prints its secret, which an SDK can use', async () => {
    const { app, ask } = await signedIn();
    const { name } = await app.has.flag({ enabled: true });

    const { json } = await ask(['token', 'create', 'shop', '-e', 'development', '--project', 'default']);

    const { secret } = json as { secret: string };
    expect(json).toMatchObject({ type: 'backend', environment: 'development', projects: ['default'] });
    const { body } = await app.get('/api/client/features', { token: secret });
    expect(body.features).toEqual([expect.objectContaining({ name })]);
    expect(await ask(['token', 'create', 'shop', '--type', 'browser'])).toMatchObject({ status: 1 });
});
