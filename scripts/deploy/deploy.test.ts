import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Ajv } from 'ajv';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';

/*
 * Images and clusters are not available where the tests run. So the files in deploy/ are checked statically: that they parse,
 * contain the required settings, and refer to things that exist.
 */

const ROOT = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const sources = readdirSync(path.join(ROOT, 'packages/server/src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /^(config|cli|edge)\b.*\.ts$/.test(file) && !file.endsWith('.test.ts'))
    .map((file) => read(`packages/server/src/${file}`))
    .join('\n');

const isSetting = (name: string) => new RegExp(`\\b${name}\\b`).test(sources);
/** Three times GRACEFUL_SHUTDOWN_TIMEOUT plus ten seconds, the latest time of a forced exit, plus a margin. */
const SECONDS_TO_STOP = 40;
const VARIABLE_OF_OTHERS = ['NODE_ENV', 'NODE_OPTIONS'];

// biome-ignore lint/suspicious/noExplicitAny: Kubernetes manifests are checked member by member
type Document = any;

const instructions = read('deploy/Dockerfile')
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => /^([A-Z]+)\s+(.*)$/.exec(line)!.slice(1) as [string, string]);
const stages = instructions.filter(([instruction]) => instruction === 'FROM').map(([, image]) => image);
const final = instructions.slice(instructions.findLastIndex(([instruction]) => instruction === 'FROM'));
const last = (instruction: string) => final.findLast(([each]) => each === instruction)?.[1] ?? '';

test('the image is built in stages from pinned versions, and runs without root and without a shell', () => {
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

test('probes for Unleash Edge work with the image', () => {
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

test('generated folders of a clone are not copied into the image', () => {
    const ignored = read('deploy/Dockerfile.dockerignore').split('\n');

    expect(ignored).toEqual(expect.arrayContaining(['**/node_modules', '**/dist', '.git', 'data']));
});

test('the compose file is hardened, and uses existing images and settings without secrets', () => {
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

/*
 * The templates are not rendered by own code. Where helm is installed, it renders them; elsewhere the checks of their text
 * must suffice. They do not find invalid YAML or invalid manifests that result from certain values.
 */
const CHART = 'deploy/helm/halyard';
const values: Document = parse(read(`${CHART}/values.yaml`));
const schema: Document = JSON.parse(read(`${CHART}/values.schema.json`));
const templates = Object.fromEntries(
    readdirSync(path.join(ROOT, CHART, 'templates')).map((file) => [file, read(`${CHART}/templates/${file}`)]),
);
const allTemplates = Object.values(templates).join('\n');
const pods = [templates['deployment.yaml']!, templates['edge.yaml']!];

test('the chart can be rendered, with the embedded database, with PostgreSQL and with everything', () => {
    for (const [file, text] of Object.entries(templates)) {
        const count = (pattern: RegExp) => [...text.matchAll(pattern)].length;
        expect(count(/\{\{/g), file).toBe(count(/\}\}/g));
        expect(count(/\{\{-? *(if|with|range|define) /g), file).toBe(count(/\{\{-? *end /g));
    }
    const defined = [...allTemplates.matchAll(/define "([^"]+)"/g)].map(([, name]) => name);
    const included = [...allTemplates.matchAll(/include "([^"]+)"/g)].map(([, name]) => name);
    expect(included.filter((name) => !defined.includes(name))).toEqual([]);
    const postgres = ['image.repository=registry.example.com/halyard', 'dbConfig.host=db.example.com'];
    const everything = ['ingress', 'autoscaling', 'edge', 'edge.autoscaling', 'edge.persistence'].map(
        (name) => `${name}.enabled=true`,
    );
    for (const settings of [
        ['image.repository=halyard', 'replicaCount=1'],
        [...postgres, 'secretKey.useExistingSecret.name=key'],
        [...postgres, ...everything, 'edge.tokens.existingSecret=tokens', `secretKey.value=${'x'.repeat(32)}`],
    ]) {
        const args = ['template', 'prod', path.join(ROOT, CHART), ...settings.flatMap((each) => ['--set', each])];
        const rendered = spawnSync('helm', args, { encoding: 'utf8' });
        if (rendered.error === undefined) expect(rendered).toMatchObject({ status: 0, stderr: '' });
    }
});

test('the pods of the chart are sandboxed by default and have enough time to stop', () => {
    expect(values).toMatchObject({
        terminationGracePeriodSeconds: SECONDS_TO_STOP,
        podSecurityContext: { runAsNonRoot: true, runAsUser: 65532, seccompProfile: { type: 'RuntimeDefault' } },
        securityContext: {
            readOnlyRootFilesystem: true,
            allowPrivilegeEscalation: false,
            capabilities: { drop: ['ALL'] },
        },
        drainSeconds: 5,
        lifecycle: {},
        livenessProbe: { enabled: true, path: '/health' },
        readinessProbe: { enabled: true, path: '/ready' },
        resources: { limits: { memory: expect.any(String) } },
        edge: { resources: { limits: { memory: expect.any(String) } } },
    });
    for (const pod of pods) {
        expect(pod).toContain('automountServiceAccountToken: false');
        expect(pod).toContain('enableServiceLinks: false');
        expect(pod).toContain(
            'terminationGracePeriodSeconds: {{ add .Values.terminationGracePeriodSeconds .Values.drainSeconds }}',
        );
        expect(pod).toMatch(/- name: DRAIN_SECONDS\n\s+value: \{\{ \.Values\.drainSeconds \| quote \}\}\n/);
        expect(pod).toMatch(/\n {10}\{\{- with \.Values\.lifecycle \}\}\n {10}lifecycle:\n/);
        expect(pod).toMatch(/\n {6}securityContext:\n\s+\{\{- toYaml \.Values\.podSecurityContext \|/);
        expect(pod).toMatch(/\n {10}securityContext:\n\s+\{\{- toYaml \.Values\.securityContext \|/);
        expect(pod).toMatch(/\n {10}livenessProbe:/);
        expect(pod).toMatch(/\n {10}readinessProbe:/);
        expect(pod).toMatch(/\n {10}resources:\n/);
    }
});

test('the ingress leads to the service, except for the endpoints of operators, which lead to a closed port', () => {
    const [, rule] = /\{\{- range \.paths \}\}\n([\s\S]*?)\{\{- end \}\}/.exec(templates['ingress.yaml']!)!;
    const paths = rule!.split(/^ {10}- /m).slice(1);
    const [closed, open] = paths.map((each) => each.replace(/\s+/g, ' '));

    expect(paths).toHaveLength(2);
    expect(closed).toMatch(
        /^path: \{\{ trimSuffix "\/" \.path \}\}\/internal-backstage pathType: Prefix .*name: closed $/,
    );
    expect(open).toMatch(/^path: \{\{ \.path \}\} .*name: http $/);
    expect(templates['service.yaml']).toMatch(
        /\{\{- if \.Values\.ingress\.enabled \}\}[^{]*- name: closed\n\s+port: 9\n\s+targetPort: 9\n\s+\{\{- end \}\}/,
    );
});

test('the variables of the pods are settings, each once and as text, and secrets are only referenced', () => {
    for (const pod of pods) {
        const variables = [...pod.matchAll(/- name: ([A-Z][A-Z_]+)\n\s+(value|valueFrom): *(.*)/g)];
        const names = variables.map(([, name]) => name!);
        expect(names.length).toBeGreaterThan(3);
        expect(names.filter((name) => !isSetting(name))).toEqual([]);
        expect(new Set(names).size).toBe(names.length);
        for (const [, name, kind, value] of variables) {
            if (/PASSWORD|SECRET|TOKEN/.test(name!)) expect(kind, name).toBe('valueFrom');
            // Kubernetes requires every value to be a string, also numbers.
            if (kind === 'value') expect(value, name).toMatch(/\| quote \}\}$|^\/data$/);
        }
    }
    expect(pods.join()).not.toMatch(/\.pass\b/);
});

test('the chart rejects invalid combinations of values with an instruction', () => {
    const refusals = [...allTemplates.matchAll(/fail "([^"]+)"/g)].map(([, message]) => message);

    expect(refusals).toContain(
        'Several replicas need PostgreSQL: set dbConfig.host, or replicaCount to 1 for the embedded database.',
    );
    expect(refusals.join('\n')).toContain('edge.tokens.existingSecret');
    // There is no published image.
    expect(values.image.repository).toBe('');
    expect(refusals.join('\n')).toContain('Set image.repository to the image that you built');
    expect(refusals.join('\n')).toContain('SECRET_KEY is in secrets and in secretKey');
});

test('the edges of the chart scale, survive the maintenance of nodes, and can keep their backup on a volume', () => {
    expect(values.edge).toMatchObject({
        autoscaling: { enabled: false, minReplicas: 2, targetCPUUtilizationPercentage: expect.any(Number) },
        podDisruptionBudget: { enabled: true, maxUnavailable: 1 },
        persistence: { enabled: false, size: expect.any(String) },
    });
    const edge = templates['edge.yaml']!;
    expect(edge.split('\n---\n').map((document) => /^kind: (.*)$/m.exec(document)![1])).toEqual([
        '{{ $kind }}',
        'Service',
        'HorizontalPodAutoscaler',
        'PodDisruptionBudget',
    ]);
    // Two edges cannot share a volume: each replica of a StatefulSet gets its own.
    expect(edge).toContain('ternary "StatefulSet" "Deployment" .Values.edge.persistence.enabled');
    expect(edge).toMatch(/\n {2}volumeClaimTemplates:\n {4}- metadata:\n {8}name: data\n/);
    expect(edge).toMatch(/BACKUP_FOLDER\n\s+value: \/data\n[\s\S]*- name: data\n\s+mountPath: \/data\n/);
    expect(edge).toMatch(/autoscaling" \(list \.Values\.edge\.autoscaling \$kind /);
    expect(edge).toMatch(/if not \.Values\.edge\.autoscaling\.enabled \}\}\n {2}replicas:/);
});

/** Values of the Unleash chart, and the values to use here instead. */
const REFUSED: Record<string, RegExp> = {
    configMaps: /env, or a ConfigMap into volumes/,
    databaseSecrets: /dbConfig\.useExistingSecret/,
    postgresql: /dbConfig\.host/,
    cloudsql: /extraContainers/,
    vpa: /extraObjects/,
};

test('values of the Unleash chart without a counterpart are rejected with an alternative, and unknown values by the schema', () => {
    expect(templates['deployment.yaml']).toContain('include "halyard.refuse" .');
    for (const [name, instead] of Object.entries(REFUSED)) {
        const [, refusal] = new RegExp(`\\.Values\\.${name} \\}\\}[^"]*fail "([^"]+)"`).exec(allTemplates)!;
        expect(refusal, name).toMatch(instead);
    }

    const isValid = new Ajv().compile(schema);
    expect(isValid(values), JSON.stringify(isValid.errors)).toBe(true);
    expect(isValid({ ...values, replicas: 2 })).toBe(false);
    const known = [...Object.keys(values), ...Object.keys(REFUSED), 'global'];
    expect(schema.additionalProperties).toBe(false);
    expect(Object.keys(schema.properties).sort()).toEqual(known.sort());
    for (const name of ['dbConfig', 'secretKey', 'edge']) {
        expect(schema.properties[name].additionalProperties).toBe(false);
        expect(Object.keys(schema.properties[name].properties).sort()).toEqual(Object.keys(values[name]).sort());
    }
});

test('every declared value of the chart is used, and every used value is declared', () => {
    const used = [...allTemplates.matchAll(/\.Values\.([\w.]+)/g)].map(([, name]) => name!.split('.'));
    const isDeclared = (keys: string[]) => keys.reduce((parent, key) => parent?.[key], values) !== undefined;
    const ofOurs = used.filter(([name]) => !Object.hasOwn(REFUSED, name!));

    expect(ofOurs.filter((keys) => !isDeclared(keys))).toEqual([]);
    expect([...new Set(ofOurs.map(([name]) => name!))].sort()).toEqual(Object.keys(values).sort());
});

test('the version of the chart is the version that it installs', () => {
    const { version } = JSON.parse(read('package.json'));

    expect(parse(read(`${CHART}/Chart.yaml`))).toMatchObject({ version, appVersion: version });
});

test.each(['halyard', 'halyard-edge'])('the unit %s is sandboxed and valid', (unit) => {
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
