import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { ChartRefuses, renderChart } from './chart-renderer.ts';

/*
 * Images and clusters are not available where the tests run. So the files in deploy/ are checked statically: that they parse,
 * contain the required settings, and refer to things that exist.
 */

const ROOT = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const CHART = path.join(ROOT, 'deploy/helm/halyard');
const sources = readdirSync(path.join(ROOT, 'packages/server/src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /^(config|cli|edge|workers)\b.*\.ts$/.test(file) && !file.endsWith('.test.ts'))
    .map((file) => read(`packages/server/src/${file}`))
    .join('\n');

const isSetting = (name: string) => new RegExp(`\\b${name}\\b`).test(sources);
/** Five times GRACEFUL_SHUTDOWN_TIMEOUT plus ten seconds, the latest time of a forced exit, plus a margin. */
const SECONDS_TO_STOP = 40;
const VARIABLE_OF_OTHERS = ['NODE_ENV', 'NODE_OPTIONS'];

// biome-ignore lint/suspicious/noExplicitAny: documents of Kubernetes, looked at member by member
type Document = any;

const instructions = read('deploy/Dockerfile')
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => /^([A-Z]+)\s+(.*)$/.exec(line)!.slice(1) as [string, string]);
const stages = instructions.filter(([word]) => word === 'FROM').map(([, image]) => image);
const final = instructions.slice(instructions.findLastIndex(([word]) => word === 'FROM'));
const last = (word: string) => final.findLast(([each]) => each === word)?.[1] ?? '';

test('the image is made in stages, of named versions, and runs as nobody without a shell', () => {
    const known = [
        'FROM',
        'WORKDIR',
        'COPY',
        'RUN',
        'LABEL',
        'ENV',
        'USER',
        'VOLUME',
        'EXPOSE',
        'HEALTHCHECK',
        'ENTRYPOINT',
        'CMD',
    ];
    expect(instructions.filter(([word]) => !known.includes(word))).toEqual([]);
    expect(stages.length).toBe(2);
    for (const image of stages) expect(image).toMatch(/^[\w./-]+:(?!latest)[\w.-]+/);
    expect(stages[1]).toMatch(/distroless.*:nonroot$/);
    expect(last('USER')).toBe('65532:65532');
    // Without a shell, only the exec form (a JSON array) works.
    for (const words of [last('ENTRYPOINT'), last('CMD'), last('HEALTHCHECK').replace(/^.*CMD /, '')]) {
        expect(JSON.parse(words)).toEqual(expect.arrayContaining([expect.any(String)]));
    }
    expect(final.filter(([word]) => word === 'RUN')).toEqual([]);
    // The image runs as a service or as an edge; the health check must handle both.
    expect(last('HEALTHCHECK')).toContain('"health", "--whichever"]');
    expect(last('ENTRYPOINT')).toContain('/app/server/bin/halyard.mjs');
    // Read-only files belong to root.
    expect(final.filter(([word, what]) => word === 'COPY' && what.includes('/app')).map(([, what]) => what)).toEqual([
        '--from=build --chown=0:0 /out/app /app',
    ]);
    expect(final.filter(([word]) => word === 'ENV').join()).not.toMatch(/PASSWORD|SECRET|TOKEN/);
});

test('probes made for the edge people run today find it in the image, and ask an edge', () => {
    const [node] = JSON.parse(last('ENTRYPOINT')) as [string];
    expect(read('deploy/unleash-edge')).toMatch(new RegExp(`^#!${node}\n`));
    const build = instructions.find(([word, line]) => word === 'RUN' && line.includes('unleash-edge'))![1];
    expect(build).toContain('install -m 0755 /src/deploy/unleash-edge /out/app/unleash-edge');

    const app = mkdtempSync(path.join(tmpdir(), 'halyard-image-'));
    onTestFinished(() => rmSync(app, { recursive: true }));
    mkdirSync(path.join(app, 'server/bin'), { recursive: true });
    writeFileSync(path.join(app, 'server/bin/halyard.mjs'), 'console.log(process.argv.slice(2).join())');
    cpSync(path.join(ROOT, 'deploy/unleash-edge'), path.join(app, 'unleash-edge'));
    // The package is an ES module package, and a file without an extension has the type of its package.
    writeFileSync(path.join(app, 'package.json'), '{"type":"module"}');
    const run = (...words: string[]) =>
        spawnSync(process.execPath, [path.join(app, 'unleash-edge'), ...words], { encoding: 'utf8' }).stdout.trim();
    expect(run('health')).toBe('health,--whichever');
    expect(run('edge', '-u', 'http://flags')).toBe('edge,-u,http://flags');
});

test('no folder that a clone makes for itself goes into the image', () => {
    const ignored = read('deploy/Dockerfile.dockerignore').split('\n');

    expect(ignored).toEqual(expect.arrayContaining(['**/node_modules', '**/dist', '.git', 'data']));
});

test('compose starts what is there, hardened, with settings that exist and no secret of its own', () => {
    const { services, networks }: Document = parse(read('deploy/compose/compose.yaml'), { merge: true });

    expect(Object.keys(services)).toEqual(['db', 'halyard', 'edge']);
    for (const service of [services.halyard, services.edge]) {
        expect(service).toMatchObject({
            read_only: true,
            cap_drop: ['ALL'],
            security_opt: ['no-new-privileges:true'],
            tmpfs: ['/tmp'],
            stop_grace_period: `${SECONDS_TO_STOP}s`,
        });
        expect(Object.keys(service.environment).filter((name) => !isSetting(name))).toEqual([]);
    }
    expect(services.db.networks).toEqual(['inside']);
    expect(networks.inside).toEqual({ internal: true });
    expect(services.db).not.toHaveProperty('ports');
    const secrets = Object.values<Document>(services).flatMap(({ environment }) =>
        Object.entries<string>(environment).filter(([name]) => /PASSWORD|SECRET|TOKEN/.test(name)),
    );
    expect(secrets.length).toBeGreaterThan(4);
    expect(secrets.filter(([, value]) => !/^\$\{\w+:\?/.test(value))).toEqual([]);
    const example = read('deploy/compose/.env.example');
    for (const [, value] of secrets) expect(example).toMatch(new RegExp(`^${/\w+/.exec(value)![0]}=$`, 'm'));
});

test('every command that is started exists', () => {
    const commands = read('packages/server/src/cli/commands.ts');

    for (const name of ['serve', 'edge', 'health']) expect(commands).toMatch(new RegExp(`^ {4}${name}: command`, 'm'));
});

const POSTGRES = { dbConfig: { host: 'db.example.com', pass: 'a "quoted": secret' } };
const EVERYTHING = {
    ...POSTGRES,
    secrets: { SECRET_KEY: 'x'.repeat(32), EMAIL_PASSWORD: 'y' },
    env: [{ name: 'LOG_LEVEL', value: 'debug' }],
    existingSecrets: [{ name: 'OIDC_CLIENT_SECRET', valueFrom: { secretKeyRef: { name: 's', key: 'k' } } }],
    ingress: { enabled: true, className: 'nginx', tls: [{ hosts: ['flags.example.com'], secretName: 'tls' }] },
    autoscaling: { enabled: true, targetMemoryUtilizationPercentage: 80 },
    edge: { enabled: true, tokens: { existingSecret: 'edge-tokens' } },
    podLabels: { team: 'flags' },
    podAnnotations: { a: 'b' },
    nodeSelector: { arch: 'amd64' },
    tolerations: [{ key: 'a', operator: 'Exists' }],
    extraObjects: [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'extra' } }],
};

function documents(values: object): Document[] {
    const { 'NOTES.txt': notes, ...files } = renderChart(CHART, values as Record<string, unknown>);
    expect(notes).toContain('Halyard runs as prod-halyard');
    return Object.entries(files).flatMap(([file, text]) =>
        parseAllDocuments(text).flatMap((document) => {
            expect(document.errors, `${file}:\n${text}`).toEqual([]);
            const content = document.toJS() as Document;
            return content === null ? [] : [content];
        }),
    );
}

const ofKind = (all: Document[], kind: string) => all.filter((each) => each.kind === kind);

test.each([
    [
        'the embedded database',
        { replicaCount: 1 },
        ['Deployment', 'PersistentVolumeClaim', 'Service', 'ServiceAccount'],
    ],
    ['PostgreSQL', POSTGRES, ['Deployment', 'PodDisruptionBudget', 'Secret', 'Service', 'ServiceAccount']],
    [
        'everything',
        EVERYTHING,
        [
            'ConfigMap',
            'Deployment',
            'Deployment',
            'HorizontalPodAutoscaler',
            'Ingress',
            'PodDisruptionBudget',
            'Secret',
            'Service',
            'Service',
            'ServiceAccount',
        ],
    ],
])('the chart with %s is what a cluster can take, and safe by default', (_what, values, kinds) => {
    const all = documents(values);

    expect(all.map(({ kind }) => kind).sort()).toEqual(kinds);
    for (const { spec } of ofKind(all, 'Deployment')) {
        const pod = spec.template.spec;
        expect(pod).toMatchObject({
            automountServiceAccountToken: false,
            enableServiceLinks: false,
            terminationGracePeriodSeconds: SECONDS_TO_STOP,
            securityContext: { runAsNonRoot: true, runAsUser: 65532, seccompProfile: { type: 'RuntimeDefault' } },
        });
        expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels);
        for (const container of pod.containers) {
            expect(container).toMatchObject({
                image: expect.stringMatching(/:\d/),
                securityContext: {
                    readOnlyRootFilesystem: true,
                    allowPrivilegeEscalation: false,
                    capabilities: { drop: ['ALL'] },
                },
                livenessProbe: { httpGet: { port: 'http' } },
                readinessProbe: { httpGet: { port: 'http' } },
                resources: { limits: { memory: expect.any(String) } },
            });
            const names: string[] = container.env.map(({ name }: Document) => name);
            expect(names.filter((name) => !isSetting(name))).toEqual([]);
            expect(new Set(names).size).toBe(names.length);
            // Kubernetes requires every value to be a string, also numbers.
            for (const { value } of container.env) expect(['string', 'undefined']).toContain(typeof value);
        }
    }
});

test('secrets reach the pods by reference alone', () => {
    const all = documents(EVERYTHING);
    const [secret] = ofKind(all, 'Secret');
    const [server] = ofKind(all, 'Deployment');
    const from = (name: string) =>
        server.spec.template.spec.containers[0].env.find((each: Document) => each.name === name).valueFrom.secretKeyRef;

    expect(Buffer.from(secret.data.DATABASE_PASSWORD, 'base64').toString()).toBe('a "quoted": secret');
    for (const name of ['DATABASE_PASSWORD', 'SECRET_KEY', 'EMAIL_PASSWORD']) {
        expect(from(name)).toEqual({ name: secret.metadata.name, key: name });
    }
    const existing = { ...POSTGRES, dbConfig: { host: 'db', useExistingSecret: { name: 'mine', key: 'pw' } } };
    const others = documents(existing);
    expect(ofKind(others, 'Secret')).toEqual([]);
    expect(JSON.stringify(others)).toContain('{"name":"mine","key":"pw"}');
});

test('the chart refuses what cannot work, and says what to do', () => {
    expect(() => documents({})).toThrow(
        new ChartRefuses(
            'Several replicas need PostgreSQL: set dbConfig.host, or replicaCount to 1 for the embedded database.',
        ),
    );
    expect(() => documents({ ...POSTGRES, edge: { enabled: true } })).toThrow(/edge\.tokens\.existingSecret/);
});

/** Values of the chart that operators of Unleash know, and what to use here instead. */
const REFUSED: Record<string, { value: unknown; instead: RegExp }> = {
    configMaps: { value: ['mine'], instead: /env, or a ConfigMap into volumes/ },
    databaseSecrets: { value: { name: 'mine' }, instead: /dbConfig\.useExistingSecret/ },
    postgresql: { value: { enabled: true }, instead: /dbConfig\.host/ },
    cloudsql: { value: { enabled: true }, instead: /extraContainers/ },
    vpa: { value: { enabled: true }, instead: /extraObjects/ },
};

test('values of another chart that have no counterpart are refused with what to use instead, and unknown ones by the schema', () => {
    for (const [name, { value, instead }] of Object.entries(REFUSED)) {
        expect(() => documents({ ...POSTGRES, [name]: value }), name).toThrow(instead);
    }
    expect(documents({ ...POSTGRES, postgresql: { enabled: false }, configMaps: [] }).length).toBeGreaterThan(0);

    const values = parse(read('deploy/helm/halyard/values.yaml'));
    const schema = JSON.parse(read('deploy/helm/halyard/values.schema.json'));
    const known = [...Object.keys(values), ...Object.keys(REFUSED), 'global'];
    expect(schema.additionalProperties).toBe(false);
    expect(Object.keys(schema.properties).sort()).toEqual(known.sort());
    expect(schema.properties.dbConfig.additionalProperties).toBe(false);
    expect(Object.keys(schema.properties.dbConfig.properties).sort()).toEqual(Object.keys(values.dbConfig).sort());
});

test('every value of the chart is used, and every value that is used is there', () => {
    const templates = readdirSync(path.join(CHART, 'templates'))
        .map((file) => read(`deploy/helm/halyard/templates/${file}`))
        .join('\n');
    const used = new Set([...templates.matchAll(/\.Values\.(\w+)/g)].map(([, name]) => name!));

    expect([...used].filter((name) => !Object.hasOwn(REFUSED, name)).sort()).toEqual(
        Object.keys(parse(read('deploy/helm/halyard/values.yaml'))).sort(),
    );
});

test('the chart is of the version that it installs', () => {
    const { version } = JSON.parse(read('package.json'));

    expect(parse(read('deploy/helm/halyard/Chart.yaml'))).toMatchObject({ version, appVersion: version });
});

test.each(['halyard', 'halyard-edge'])('the unit %s is confined, and can be read', (unit) => {
    const file = `deploy/systemd/${unit}.service`;
    const settings = new Map(
        read(file)
            .split('\n')
            .filter((line) => /^[A-Z]/.test(line))
            .map((line) => line.split(/=(.*)/s) as [string, string]),
    );

    for (const confines of [
        'DynamicUser',
        'NoNewPrivileges',
        'PrivateTmp',
        'PrivateDevices',
        'ProtectHome',
        'RestrictNamespaces',
    ]) {
        expect(settings.get(confines), confines).toBe('yes');
    }
    expect(settings.get('ProtectSystem')).toBe('strict');
    expect(settings.get('CapabilityBoundingSet')).toBe('');
    // V8's just-in-time compiler needs memory that is writable and executable.
    expect(settings.has('MemoryDenyWriteExecute')).toBe(false);
    expect(settings.get('StateDirectory')).toBe(unit);
    const variables = [...settings.get('Environment')!.matchAll(/(\w+)=/g)].map(([, name]) => name!);
    expect(variables.filter((name) => !isSetting(name) && !VARIABLE_OF_OTHERS.includes(name))).toEqual([]);
    // Where systemd is installed, it verifies the unit; elsewhere the checks above must suffice.
    const verified = spawnSync('systemd-analyze', ['verify', path.join(ROOT, file)], { encoding: 'utf8' });
    if (verified.error === undefined) expect(verified.stderr).toBe('');
});
