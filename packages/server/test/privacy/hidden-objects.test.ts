import { beforeAll, expect, test } from 'vitest';
import { isAdminWrite, isOfAdministration, type Route } from '../../src/http/route/route.ts';
import { addressOf, type Schema, sampleOf } from '../support/samples.ts';
import { type RequestOptions, type TestApp, testApp } from '../support/test-app.ts';
import { makeInsiders, makePermissionHolder, type Stage, setShared, setStage, withToken } from './stage.ts';

/*
 * No write of an outsider tells an object of a private project from an object that does not exist. Every write is sent twice for every
 * place of its path and body that can contain a name or an id: once with a hidden object, once with one that does not exist.
 */

let app: TestApp;
let open: Stage;
let covert: Stage;
let outsiders: Record<string, RequestOptions>;

/** Thousands of requests take long on a busy machine. */
const PATIENCE = 300_000;

beforeAll(async () => {
    app = await testApp({
        until: 'file',
        environment: { CREATE_USER_RATE_LIMIT_PER_MINUTE: '1000000', SIMPLE_LOGIN_LIMIT_PER_MINUTE: '1000000' },
    });
    const insiders = await makeInsiders(app);
    const shared = await setShared(app);
    open = await setStage(app, 'open', insiders, shared);
    covert = await setStage(app, 'covert', insiders, shared);
    outsiders = await makeOutsiders();
}, PATIENCE);

async function makeOutsiders(): Promise<Record<string, RequestOptions>> {
    const holder = await makePermissionHolder(app);
    const owner = await app.has.user();
    const owned = { roles: [4], users: [owner.id, holder.id], groups: [] };
    await app.post(`/api/admin/projects/${open.projectId}/access`, owned);
    const editor = await withToken(app, owner);
    await app.put(`/api/admin/user-admin/${owner.id}`, { rootRole: 2 });
    return { 'an owner with every root permission': holder, 'an editor and owner': editor };
}

/** Requests that would end the test: they delete what the other requests need, or sign the caller out. */
const LAST = /^(DELETE|.*(archive|delete|logout|maintenance|change-password))/;

const writes = () =>
    app.routes
        .filter((route) => isAdminWrite(route) && isOfAdministration(route.path))
        .filter(({ path }) => !INSTANCE.test(path))
        .sort((a, b) => Number(isLast(a)) - Number(isLast(b)));

const isLast = ({ method, path }: Route) => LAST.test(method) || LAST.test(path.split('/').at(-1)!);

/** Objects that belong to no project; these requests would change the callers. */
const INSTANCE =
    /admin\/(user|user-admin|service-account|roles|groups|auth|invite-link|maintenance|scim|feedback|splash|environments|email|agents|cors|ui-config|banners?|change-receipts)\b|admin\/(projects\/(:projectId|archive\/:projectId)|strategies\/:strategyName|context\/:contextField)$|\/(access|roles)$/;

interface Variant {
    what: string;
    address: string;
    body: unknown;
}

/** A hidden object, and objects of the same kind that do not exist. */
interface Pair {
    hidden: string | number;
    missing(): string | number;
    /** The parameters of paths, and the members of bodies, that can refer to it. */
    params: RegExp;
    members: RegExp;
}

/** Requests can create what does not exist, so every request uses another name or id. */
let counter = 0;

const NEVER = /^$/;

function pairs(): Pair[] {
    const absent = (name: string) => () => name.replace('covert', `absent${++counter}`);
    const unused = () => 90_000 + ++counter;
    const flag = { params: /:(featureName|parent|key)$/, members: /^(features?|featureNames?|flags?|parents?|child)$/ };
    return [
        {
            hidden: covert.projectId,
            missing: absent(covert.projectId),
            params: /:projectId$/,
            members: /project(s|Id)?$/i,
        },
        { hidden: covert.featureName, missing: absent(covert.featureName), ...flag },
        { hidden: covert.archivedName, missing: absent(covert.archivedName), ...flag },
        {
            hidden: covert.contextField,
            missing: absent(covert.contextField),
            params: /:contextField$/,
            members: /^contextName$/,
        },
        { hidden: covert.appName, missing: absent(covert.appName), params: /:appName$/, members: NEVER },
        {
            hidden: covert.strategyId,
            missing: () => `fa5e0000-0000-4000-8000-${String(++counter).padStart(12, '0')}`,
            params: /:strategyId$/,
            members: /^strategyIds?$/,
        },
        { hidden: covert.segmentId, missing: unused, params: /segments\/:id$/, members: /^(segments?|segmentIds?)$/ },
        { hidden: covert.changeRequestId, missing: unused, params: /change-requests\/:id$/, members: NEVER },
        { hidden: covert.personaId, missing: unused, params: /:personaId$/, members: NEVER },
        {
            hidden: covert.experimentId,
            missing: () => `fa5e0000-0000-4000-8000-${String(++counter).padStart(12, '0')}`,
            params: /experiments\/:id$/,
            members: /^experimentId$/,
        },
        { hidden: covert.integrationId, missing: unused, params: /addons\/:id$/, members: NEVER },
        { hidden: covert.tokenId, missing: unused, params: /api-tokens\/:token$/, members: NEVER },
    ];
}

/** Objects of the open project in the members of bodies, so that requests fail only because of the object in question. */
const OPEN: [RegExp, (stage: Stage) => unknown][] = [
    [/^project(Id)?$/, ({ projectId }) => projectId],
    [/^(environment(Id)?|from|source)$/, () => 'development'],
    [/^to$/, () => 'production'],
    [/^(feature|featureName|flag)$/, ({ featureName }) => featureName],
    [/^strategyId$/, ({ strategyId }) => strategyId],
];

/** The requests to a route with this object at one place of the path or the body, and objects of an open project elsewhere. */
function variantsOf(route: Route, { params, members }: Pair, object: string | number): Variant[] {
    const usual: Record<string, string> = {
        projectId: open.projectId,
        environment: 'development',
        featureName: open.featureName,
        strategyId: open.strategyId,
        id: String(open.segmentId),
    };
    const names = [...route.path.matchAll(/:(\w+)/g)]
        .filter((match) => params.test(route.path.slice(0, match.index) + match[0]))
        .map(([, name]) => name!);
    const bodies = route.body ? completeBodies(route.body as Schema) : [undefined];
    const found: Variant[] = [];
    for (const body of bodies) {
        for (const name of names) {
            const address = addressOf(route, { ...usual, [name]: String(object) });
            found.push({ what: `${route.method} ${route.path} with :${name}`, address, body });
        }
        for (const [path, changed] of placesIn(body, object, members)) {
            found.push({
                what: `${route.method} ${route.path} with ${path}`,
                address: addressOf(route, usual),
                body: changed,
            });
        }
    }
    return found;
}

/** A body with the required members, with and without the optional members that can refer to an object. */
function completeBodies(schema: Schema): unknown[] {
    const sample = filled(schema);
    if (!isObject(sample)) return [sample];
    const members = Object.entries(schema.anyOf?.[0]?.properties ?? schema.properties ?? {});
    const given = members.filter(([name]) => REFERS.test(name)).map(([name, member]) => [name, filled(member)]);
    return [sample, { ...sample, ...Object.fromEntries(given) }];
}

/** Lists have an entry each, in which the object can be placed. */
const filled = (schema: Schema): unknown =>
    schema.type === 'array' ? [filled(schema.items ?? {})] : fillMembers(sampleOf(schema), schema);

function fillMembers(sample: unknown, { properties = {} }: Schema): unknown {
    if (!isObject(sample)) return sample;
    return Object.fromEntries(
        Object.entries(sample).map(([name, value]) => {
            const [, openObject] = OPEN.find(([members]) => members.test(name)) ?? [];
            return [name, openObject ? openObject(open) : properties[name] ? filled(properties[name]) : value];
        }),
    );
}

const isObject = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null && !Array.isArray(value);

/** Optional members that refer to an object of a project. */
const REFERS =
    /^(.*projects?|.*projectId|features?|featureNames?|flags?|parents?|child|segments?|segmentIds?|strategyIds?|constraints)$/i;

/** The body with the object in place of each reference in it. */
function placesIn(
    body: unknown,
    object: string | number,
    members: RegExp,
    path = '',
    refers = false,
): [string, unknown][] {
    if (Array.isArray(body)) {
        return body.flatMap((item, index) =>
            placesIn(item, object, members, `${path}/${index}`, refers).map(([where, changed]): [string, unknown] => [
                where,
                body.with(index, changed),
            ]),
        );
    }
    if (!isObject(body)) return refers && typeof body === typeof object ? [[path, object]] : [];
    return Object.entries(body).flatMap(([name, value]) =>
        placesIn(value, object, members, `${path}/${name}`, members.test(name)).map(
            ([where, changed]): [string, unknown] => [where, { ...body, [name]: changed }],
        ),
    );
}

/** Names are unique in the instance, so a request that would create an object reports that its name is taken. */
const createsName = ({ what }: Variant, hidden: string | number) =>
    ([covert.featureName, covert.archivedName].includes(String(hidden)) &&
        /gitops\/(plan|apply) with \/flags\/0\/flag$|^PUT .*\/flag-documents\/:featureName with :featureName$/.test(
            what,
        )) ||
    (hidden === covert.appName && what === 'POST /api/admin/metrics/applications/:appName with :appName');

async function answerTo({ address, body }: Variant, route: Route, as: RequestOptions, object: string | number) {
    const { status, body: response } = await app.send(route.method, address, {
        ...as,
        ...(body !== undefined && {
            headers: { ...as.headers, 'content-type': 'application/json' },
            rawBody: JSON.stringify(body),
        }),
    });
    // Errors and new objects have unique ids, and secrets are random.
    const text =
        JSON.stringify(response, (name, value) => (/^(id|secret|token)$/.test(name) ? undefined : value)) ?? '';
    const content = text
        .replaceAll(new RegExp(`\\b${object}\\b`, 'g'), 'OBJECT')
        .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
        .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'UUID')
        .replaceAll(/"(revision|eventId|sortOrder|total)":\d+/g, '$1');
    return `${status} ${content}`;
}

test('an outsider gets the same response for a hidden object and for one that does not exist', {
    timeout: PATIENCE,
}, async () => {
    const differences: object[] = [];
    let compared = 0;
    for (const [who, as] of Object.entries(outsiders)) {
        for (const route of writes()) {
            for (const pair of pairs()) {
                const { hidden, missing } = pair;
                for (const [index, variant] of variantsOf(route, pair, hidden).entries()) {
                    const askForHidden = () => answerTo(variant, route, as, hidden);
                    const askForMissing = () => {
                        const object = missing();
                        return answerTo(variantsOf(route, pair, object)[index]!, route, as, object);
                    };
                    compared++;
                    const [forHidden, forMissing] = [await askForHidden(), await askForMissing()];
                    // The first request may have changed what the second one finds: both orders must differ.
                    if (forHidden === forMissing || (await askForMissing()) === (await askForHidden())) continue;
                    if (!createsName(variant, hidden))
                        differences.push({ who, what: variant.what, forHidden, forMissing });
                }
            }
        }
    }

    expect(differences).toEqual([]);
    expect(compared).toBeGreaterThan(500);
});
