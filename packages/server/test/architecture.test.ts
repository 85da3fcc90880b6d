import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { cruise, type IDependency, type IModule } from 'dependency-cruiser';
import { beforeAll, describe, expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const SERVER = 'packages/server/src/';
const ENGINE = 'packages/engine/src/';
const CLI = 'packages/cli/src/';
/** Escapes text for terminals; logs, CSV and commands need it. */
const PRINTABLE = 'program/printable';

interface Rule {
    /** Folders (`core`) and files (`http/route/route.ts`) of the server that the folder may import, besides itself. */
    may: string[];
    /** The same for type imports only. */
    mayType?: string[];
    /** Whether it may import the engine. */
    engine?: boolean;
    /** Whether it may import `@halyard/cli`. */
    cli?: boolean;
}

/** The parts of HTTP that every slice may use: those that declare a route. */
const DECLARING = [
    'http/route/route.ts',
    'http/route/schemas.ts',
    'http/route/shape.ts',
    'http/route/paging.ts',
    'http/bodies/raw-body.ts',
    'http/bodies/json-body.ts',
    'http/bodies/csv.ts',
    'http/bodies/serialised-list.ts',
    'http/bodies/chunks.ts',
    'http/bodies/fragment-writer.ts',
    'http/bodies/negotiation.ts',
    'http/bodies/json-fragment.ts',
    'http/bodies/buffer-pool.ts',
    'http/bodies/fragment-response.ts',
    'http/bodies/payload-cache.ts',
    'http/bodies/payload.ts',
    'http/bodies/quick-compression.ts',
    'http/bodies/etag.ts',
];
/** The parts of HTTP that modules with open streams use. */
const STREAMING = ['http/streams/event-streams.ts', 'http/streams/subscribers.ts'];
const SLICE: Rule = {
    may: ['core', 'storage', 'changes', 'identity', 'admin', 'outbound', 'telemetry', ...DECLARING],
    mayType: ['app/services.ts', 'config', 'http/route/access.ts'],
    engine: true,
};

/** The routes for SDKs, in the service and in the edge. */
const DELIVERY = 'delivery/delivery.routes.ts';

/** The permitted imports: the longest matching path decides. */
const TABLE: Record<string, Rule> = {
    core: { may: [] },
    telemetry: { may: ['core'], mayType: ['config'] },
    config: { may: ['core'] },
    storage: { may: ['core', 'telemetry'] },
    publications: { may: ['core', 'storage'] },
    changes: { may: ['core', 'storage', 'publications', 'telemetry'] },
    snapshots: { may: ['core', 'publications', 'telemetry'], mayType: ['changes', 'storage'], engine: true },
    http: { may: ['core', 'telemetry'] },
    outbound: { may: ['core'] },
    identity: SLICE,
    // Pure, like the engine: it could run in a browser.
    import: { may: [], engine: true },
    admin: SLICE,
    // Plans and segments are computed from stored outcomes, by the code that records those of running experiments.
    'admin/experiments': {
        ...SLICE,
        may: [...SLICE.may, 'delivery/assignments/interests', 'delivery/outcomes', 'delivery/reports/stores'],
    },
    'admin/exchange/foreign-import': { ...SLICE, may: [...SLICE.may, 'import'] },
    'admin/observations/live': { ...SLICE, may: [...SLICE.may, ...STREAMING] },
    'admin/governance/effects': { ...SLICE, may: [...SLICE.may, 'publications', 'snapshots'] },
    'admin/governance/what-if': { ...SLICE, may: [...SLICE.may, 'publications', 'snapshots'] },
    'admin/overview/playground': { ...SLICE, may: [...SLICE.may, 'snapshots'] },
    'admin/exchange/environment-copy': { ...SLICE, may: [...SLICE.may, 'snapshots'] },
    'admin/governance/compare': { ...SLICE, may: [...SLICE.may, 'snapshots', 'publications'] },
    'admin/governance/change-requests': { ...SLICE, may: [...SLICE.may, 'publications'] },
    'admin/governance/revert': { ...SLICE, may: [...SLICE.may, 'publications'] },
    'admin/catalogue/segments': { ...SLICE, may: [...SLICE.may, 'publications'] },
    'admin/flags/reconcile': { ...SLICE, may: [...SLICE.may, 'publications'] },
    'admin/flags/flag-policies': { ...SLICE, may: [...SLICE.may, 'publications'] },
    'admin/flags/past': { ...SLICE, may: [...SLICE.may, 'snapshots', 'publications'] },
    delivery: {
        may: ['core', 'snapshots', 'telemetry', ...DECLARING, ...STREAMING],
        mayType: ['app/services.ts'],
        engine: true,
    },
    // Samples are stored, encrypted.
    'delivery/traffic': { may: ['core', 'storage', 'changes'], engine: true },
    // Values of series wait in the database until the engine that the operator configured accepts them.
    'delivery/series/export': { may: ['core', 'storage', 'changes', 'telemetry', 'outbound', 'delivery'] },
    // Units and contexts of outcomes are stored as hashes and encrypted.
    'delivery/outcomes/units': { may: ['core', 'storage', 'changes', 'delivery/outcomes'] },
    // Which units met a flag is stored by keyed hashes.
    'delivery/assignments/interests': {
        may: ['core', 'storage', 'changes', 'snapshots', 'delivery/assignments', 'delivery/outcomes'],
        engine: true,
    },
    'delivery/reports': {
        may: ['core', 'storage', 'changes', 'snapshots', 'telemetry', ...DECLARING],
        mayType: ['app/services.ts'],
        engine: true,
    },
    edge: {
        may: [
            'core',
            'config',
            'publications',
            'snapshots',
            'delivery',
            'http',
            'identity/accounts/api-tokens',
            'telemetry',
        ],
        mayType: ['app/services.ts'],
        engine: true,
    },
    // Agents call the routes: this folder has no commands.
    mcp: {
        may: [
            'core',
            'storage',
            'changes/action-registry.ts',
            'admin',
            'http/server/internal-client.ts',
            'http/server/own-host.ts',
            ...DECLARING,
        ],
        mayType: ['app/services.ts'],
    },
    'app/services.ts': {
        may: [],
        mayType: [
            'core',
            'admin',
            'changes',
            'config',
            'http',
            'identity',
            'outbound',
            'snapshots',
            'storage',
            'delivery',
        ],
    },
    'app/jobs.ts': {
        may: ['core', 'admin', 'identity', 'delivery', 'publications', 'changes'],
        mayType: ['app/services.ts', 'storage', 'telemetry'],
    },
    'app/metric-sources.ts': {
        may: ['admin', 'snapshots', 'telemetry'],
        mayType: ['app/services.ts', 'changes', 'http', 'storage'],
    },
    'app/actions.ts': { may: ['admin'] },
    'app/routes.ts': { may: ['admin', 'identity', 'delivery', 'mcp'], mayType: ['http', 'app/services.ts'] },
    app: {
        may: [
            'core',
            'storage',
            'publications',
            'changes',
            'snapshots',
            'http',
            'outbound',
            'identity',
            'admin',
            'delivery',
            'config',
            'telemetry',
        ],
        mayType: ['app/services.ts', 'config'],
    },
    'app/app.ts': {
        may: [
            'app',
            'core',
            'storage',
            'changes',
            'http',
            'identity',
            'config',
            'app/jobs.ts',
            'app/metric-sources.ts',
            'app/routes.ts',
            'telemetry',
        ],
        mayType: ['app/services.ts', 'config'],
    },
    cli: {
        cli: true,
        may: [
            'app/app.ts',
            'config',
            'core',
            'storage',
            'changes',
            'publications',
            'identity',
            'admin',
            'edge',
            'import',
        ],
    },
    'main.ts': { may: ['cli'] },
};

/** The areas of a folder, lowest first: an area imports only from itself and from areas before it. */
const AREAS: Record<string, string[]> = {
    admin: ['observations', 'catalogue', 'flags', 'releases', 'experiments', 'governance', 'exchange', 'overview'],
    identity: ['accounts', 'sign-in'],
};

let modules: IModule[];
const isTest = (file: string) => file.endsWith('.test.ts');
const sources = (folder: string) => globSync(`${folder}**/*.ts`, { cwd: ROOT }).sort();
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
/** Removes comments, which may mention forbidden names. */
const codeOf = (file: string) => read(file).replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');

beforeAll(async () => {
    const { output } = await cruise([SERVER, ENGINE, CLI], {
        baseDir: ROOT,
        tsPreCompilationDeps: true,
        doNotFollow: { path: 'node_modules' },
    });
    if (typeof output === 'string') throw new Error('dependency-cruiser returned a report instead of modules');
    modules = output.modules;
});

describe('the import table', () => {
    test('covers every module', () => {
        const checked = new Set(modules.map(({ source }) => source));

        expect([...sources(SERVER), ...sources(ENGINE), ...sources(CLI)].filter((file) => !checked.has(file))).toEqual(
            [],
        );
        expect(sources(SERVER).length).toBeGreaterThan(100);
    });

    test('lists every top-level folder and file of the server', () => {
        const tops = new Set(
            sources(SERVER)
                .filter((file) => !isTest(file))
                .map((file) => file.slice(SERVER.length).split('/')[0]!),
        );

        expect([...tops].filter((top) => !TABLE[top])).toEqual([]);
    });

    test('is respected by every import', () => {
        const broken = modules
            .filter(({ source }) => source.startsWith(SERVER) && !isTest(source))
            .flatMap(({ source, dependencies }) =>
                dependencies
                    .filter(({ resolved, dependencyTypes }) =>
                        breaks(source.slice(SERVER.length), resolved, dependencyTypes.includes('type-only')),
                    )
                    .map(({ resolved }) => `${source} must not import ${resolved}`),
            );

        expect(broken).toEqual([]);
    });

    test('lets an area import only from areas before it', () => {
        const areaOf = (file: string) => {
            const [folder = '', area = ''] = file.startsWith(SERVER) ? file.slice(SERVER.length).split('/') : [];
            return { folder, rank: AREAS[folder]?.indexOf(area) ?? -1 };
        };
        const backwards = modules
            .filter(({ source }) => !isTest(source) && areaOf(source).rank >= 0)
            .flatMap(({ source, dependencies }) =>
                dependencies
                    .filter(({ dependencyTypes }) => !dependencyTypes.includes('type-only'))
                    .filter(({ resolved }) => {
                        const [from, to] = [areaOf(source), areaOf(resolved)];
                        return from.folder === to.folder && from.rank < to.rank;
                    })
                    .map(({ resolved }) => `${source} must not import ${resolved}`),
            );

        expect(backwards).toEqual([]);
    });

    test('has every folder of admin/ and identity/ in an area', () => {
        const outside = sources(SERVER)
            .map((file) => file.slice(SERVER.length).split('/'))
            .filter(
                ([folder = '', area = '', ...rest]) =>
                    AREAS[folder] && rest.length > 0 && !AREAS[folder].includes(area),
            )
            .map((parts) => parts.join('/'));

        expect(outside).toEqual([]);
    });

    test('cannot be bypassed by circular imports', () => {
        const circular = modules.flatMap(({ source, dependencies }) =>
            dependencies.filter((to) => leadsBack(source, to)).map(({ resolved }) => `${source} -> ${resolved}`),
        );

        expect(circular).toEqual([]);
    });

    test('has no circular imports outside of these packages either, types included', async () => {
        const { output } = await cruise(['packages/ui/src', 'packages/stats/src', 'scripts', 'e2e', 'bench', 'chaos'], {
            baseDir: ROOT,
            tsPreCompilationDeps: true,
            doNotFollow: { path: 'node_modules' },
            exclude: { path: 'packages/(server|engine|cli)/|node_modules|/dist/' },
        });
        if (typeof output === 'string')
            throw new Error('dependency-cruiser was asked for its findings, not for a report');
        const circular = output.modules.flatMap(({ source, dependencies }) =>
            dependencies.filter((to) => to.circular).map(({ resolved }) => `${source} -> ${resolved}`),
        );

        expect(circular).toEqual([]);
        expect(output.modules.length).toBeGreaterThan(500);
    });

    test('does not let the engine import the server or Node modules', () => {
        const foreign = modules
            .filter(({ source }) => source.startsWith(ENGINE) && !isTest(source))
            .flatMap(({ source, dependencies }) =>
                dependencies
                    .filter(({ resolved, coreModule }) => coreModule || resolved.startsWith('packages/server'))
                    .map(({ resolved }) => `${source} -> ${resolved}`),
            );

        expect(foreign).toEqual([]);
    });

    test('does not let commands without a database import anything but statistics', () => {
        const foreign = modules
            .filter(({ source }) => source.startsWith(CLI))
            .flatMap(({ source, dependencies }) =>
                dependencies
                    .filter(({ resolved }) => /^(?:packages\/(?!(?:cli|stats)\/)|@halyard\/(?!stats$))/.test(resolved))
                    .map(({ resolved }) => `${source} -> ${resolved}`),
            );

        expect(foreign).toEqual([]);
    });

    test('does not let readers of third-party documents import Node modules', () => {
        const machine = modules
            .filter(({ source }) => source.startsWith(`${SERVER}import/`) && !isTest(source))
            .flatMap(({ source, dependencies }) =>
                dependencies.filter(({ coreModule }) => coreModule).map(({ resolved }) => `${source} -> ${resolved}`),
            );

        expect(machine).toEqual([]);
    });
});

function breaks(from: string, resolved: string, isTypeOnly: boolean): boolean {
    const rule = ruleFor(from);
    if (resolved.startsWith(ENGINE) || resolved === '@halyard/engine') return !rule.engine && !isTypeOnly;
    const ofCli = /^(?:packages\/cli\/src|@halyard\/cli)\/(.*?)(?:\.ts)?$/.exec(resolved)?.[1];
    if (ofCli !== undefined) return !rule.cli && ofCli !== PRINTABLE;
    if (!resolved.startsWith('packages/')) return false;
    if (!resolved.startsWith(SERVER)) return true;
    const to = resolved.slice(SERVER.length);
    const own = from.split('/')[0]!;
    const isOfEdge = own === 'edge' && to.startsWith('edge/');
    if (to.endsWith('.routes.ts') && to !== DELIVERY && from !== DELIVERY && from !== 'app/routes.ts' && !isOfEdge)
        return true;
    const isIn = (folder: string) => to === folder || to.startsWith(`${folder}/`);
    return !(isIn(own) || rule.may.some(isIn) || (isTypeOnly && (rule.mayType ?? []).some(isIn)));
}

function ruleFor(file: string): Rule {
    const rulePath = Object.keys(TABLE)
        .filter((candidate) => file === candidate || file.startsWith(`${candidate}/`))
        .sort((a, b) => b.length - a.length)[0];
    if (!rulePath) throw new Error(`${file} is in no row of the import table`);
    return TABLE[rulePath]!;
}

/** Whether the imports of a module lead back to the importing module. */
function leadsBack(source: string, to: IDependency): boolean {
    if (!to.circular) return false;
    const reached = new Set<string>();
    const open = counts(source, to) ? [to.resolved] : [];
    for (let file = open.pop(); file !== undefined; file = open.pop()) {
        if (file === source) return true;
        if (reached.has(file)) continue;
        reached.add(file);
        const from = file;
        const { dependencies = [] } = modules.find((module) => module.source === file) ?? {};
        open.push(...dependencies.filter((next) => counts(from, next)).map(({ resolved }) => resolved));
    }
    return false;
}

/** `app/services.ts` is a list of types and creates no cycle at run time. */
function counts(source: string, { dependencyTypes }: IDependency): boolean {
    const isListOfTypes = source === `${SERVER}app/services.ts`;
    return !(isListOfTypes && dependencyTypes.includes('type-only'));
}

/** Names that describe a role in a sentence instead of the modelled thing, and former names of renamed parts. */
const FORBIDDEN_TYPES = new Set(
    [
        'Asked Given Found Wanted Told Named Known Kept Made Met Looked Means Surroundings Place Word Way Manner Standing World Passed',
        'Circumstances Travelling Happening Proven Concern Answering InsideDoor OwnerDoor Unwanted ReadyMade AttemptsByPlace',
    ].flatMap((names) => names.split(' ')),
);

/** The UI names its aliases of API types like the schemas of the server; a package's index re-exports types. */
const repeatsNames = (file: string) => file.startsWith('packages/ui/') || file.endsWith('/index.ts');

describe('the names', () => {
    const everywhere = globSync('{packages/*/{src,test,bench},e2e,bench,chaos,scripts}/**/*.{ts,tsx,mjs}', {
        cwd: ROOT,
    })
        .filter((file) => !/node_modules|generated|\/dist\//.test(file))
        .sort();
    const declarations = () =>
        everywhere.flatMap((file) =>
            [
                ...read(file).matchAll(
                    /^\s*(export )?(?:declare )?(?:abstract )?(?:interface|type|class) ([A-Z]\w*)\b(?! *,)/gm,
                ),
            ].map(([, exported, name = '']) => ({ file, name, isExported: exported !== undefined })),
        );

    test('of types describe the modelled thing', () => {
        expect(declarations().filter(({ name }) => FORBIDDEN_TYPES.has(name))).toEqual([]);
        expect(declarations().length).toBeGreaterThan(1_000);
    });

    test('of exported types have one meaning', () => {
        const exported = declarations().filter(
            ({ file, isExported }) => isExported && !repeatsNames(file) && !isTest(file) && !file.includes('/test/'),
        );
        const repeated = [...Map.groupBy(exported, ({ name }) => name)]
            .map(([name, places]) => ({ name, files: [...new Set(places.map(({ file }) => file))] }))
            .filter(({ files }) => files.length > 1);

        expect(repeated).toEqual([]);
    });

    test('of limits begin with MAX', () => {
        expect(everywhere.filter((file) => /\bconst MOST(_[A-Z_]+)?\b/.test(codeOf(file)))).toEqual([]);
    });
});

describe('the sources', () => {
    const offenders = (pattern: RegExp, isAllowed: (file: string) => boolean) =>
        sources(SERVER).filter(
            (file) => !isTest(file) && !isAllowed(file.slice(SERVER.length)) && pattern.test(codeOf(file)),
        );

    test('open transactions only in changes/', () => {
        expect(offenders(/\.transaction\(/, (file) => /^(changes|storage)\//.test(file))).toEqual([]);
    });

    test('read the environment only in config.ts, which main.ts passes it to', () => {
        expect(offenders(/process\.env|import\.meta\.env/, (file) => file === 'main.ts')).toEqual([]);
    });

    test('do not read the clock in commands and queries, which receive the time', () => {
        expect(
            offenders(/Date\.now|new Date\(\)|performance\.now/, (file) => !/\.(commands|queries)\.ts$/.test(file)),
        ).toEqual([]);
    });

    test('use RETURNING where the number of affected rows matters, because statements without a result are sent later', () => {
        expect(
            offenders(/num(Affected|Deleted|Updated|InsertedOrUpdated|Changed)Rows/, (file) =>
                file.startsWith('storage/'),
            ),
        ).toEqual([]);
    });

    test('know the drivers only in storage/, and for databases of users in outbound/', () => {
        const isKnown = (file: string) => file.startsWith('storage/') || file === 'outbound/postgres-query.ts';
        expect(offenders(/from '(pg|node:sqlite)'/, isKnown)).toEqual([]);
    });

    test('listen for HTTP requests only in http/', () => {
        expect(
            offenders(/import \{[^}]*\bcreateServer\b[^}]*\} from 'node:https?'/, (file) => file.startsWith('http/')),
        ).toEqual([]);
    });

    test('name the tables of strategies in three files only, which the others call', () => {
        const named =
            /'(strategy_segments|strategy_context_fields)\b|'strategies\.|(selectFrom|insertInto|updateTable|deleteFrom|Join)\(\s*\[?\s*'strategies\b|insertRows\(\w+, 'strategies'|\b(from|join|into|update) strategies\b/;
        const owners =
            /^storage\/(strategies|migrations|tables)\/|^storage\/insert-rows\.ts$|strategies\/strategy-store\.ts$/;

        expect(offenders(named, (file) => owners.test(file))).toEqual([]);
    });

    test('leave SQL to commands and queries', () => {
        const statement = /\.(selectFrom|selectNoFrom|insertInto|updateTable|deleteFrom)\(|\bsql`/;

        expect(offenders(statement, (file) => !file.endsWith('.routes.ts'))).toEqual([]);
    });

    test('check permissions in routes and `*.access.ts` only: running a command later repeats exactly those checks', () => {
        expect(offenders(/\b(may|noAccess|demandOneOf)\(/, (file) => !file.endsWith('.commands.ts'))).toEqual([]);
        // Additional checks of routes concern reads and tokens, which cannot be proposed.
        expect(offenders(/\b(may|noAccess|demandOneOf)\(/, (file) => !file.endsWith('.routes.ts'))).toEqual([
            `${SERVER}identity/accounts/api-tokens/token.routes.ts`,
            `${SERVER}identity/accounts/users/user.routes.ts`,
        ]);
    });

    test('let only change requests, and the automatic steps of releases, permit a change', () => {
        expect(
            offenders(
                /\bpermit\(|\bpermit\b.*=.*change/,
                (file) =>
                    file.startsWith('admin/governance/change-requests/') ||
                    file === 'changes/change.ts' ||
                    /^admin.releases.(safeguards.act-on-harm|plans.automatic-steps).ts$/.test(file),
            ),
        ).toEqual([]);
    });

    test('have no command and no route that calls the guard, so none can omit it', () => {
        const ofGuard =
            /changes\/(guard|permit)\.ts|\.\/(guard|permit)\.ts|changes\/touched\.ts|\bproposes\b|actor\.reason\b/;
        const own = /^(changes|http|core)\/|^admin\/governance\/change-requests\/|^app\.ts/;
        expect(offenders(ofGuard, (file) => own.test(file) && !/\.(commands|routes)\.ts$/.test(file))).toEqual([]);
    });

    test('have no commands that know HTTP', () => {
        expect(offenders(/from '.*\/http\/(?!route\/schemas)/, (file) => !file.endsWith('.commands.ts'))).toEqual([]);
    });

    test('contain no TODO comments', () => {
        expect(sources(SERVER).filter((file) => /\b(TODO|FIXME|XXX)\b/.test(read(file)))).toEqual([]);
    });
});

describe('ARCHITECTURE.md', () => {
    const text = readFileSync(path.join(ROOT, 'ARCHITECTURE.md'), 'utf8');
    const filesIn = (section: string) =>
        [...section.matchAll(/`([\w.-]+(?:\/[\w.-]+)+\.(?:tsx?|mjs))`/g)].map(([, file]) => file!);

    test('lists existing files in the three ways through the code', () => {
        const [, ways = ''] = text.split('## Three ways through the code');
        const files = filesIn(ways.split('\n## ')[0]!);

        expect(files.length).toBeGreaterThan(40);
        expect(files.filter((file) => !existsSync(path.join(ROOT, SERVER, file)))).toEqual([]);
    });

    test('names no file that does not exist', () => {
        const existing = globSync('{packages,scripts,e2e,bench}/**/*.{ts,tsx,mjs}', {
            cwd: ROOT,
            exclude: (name) => name.includes('node_modules') || name.includes('dist'),
        });

        expect(filesIn(text).filter((file) => !existing.some((each) => `/${each}`.endsWith(`/${file}`)))).toEqual([]);
    });
});
