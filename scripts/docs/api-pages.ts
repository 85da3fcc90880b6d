import { resolvedResponse } from '../../packages/server/src/http/route/openapi.ts';
import { escaped, slugs } from './html.ts';
import type { SitePage } from './layout.ts';
import type { NavigationGroup } from './navigation.ts';
import type { OpenApi, OpenApiOperation, OpenApiParameter } from './openapi-document.ts';
import type { Section } from './render.ts';
import { schemaTable } from './schema-table.ts';

interface ApiEndpoint extends OpenApiOperation {
    method: string;
    path: string;
}

/** Returns the path of a tag's page. */
const addressOf = (tag: string) => `api/${tag.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`;

/** Responses that every route has are documented once, in `docs/reference/api.md`. */
const COMMON_STATUSES = ['401', '403', '413', '415', '429', '503'];

export function apiNavigation({ tags }: OpenApi): NavigationGroup {
    return { title: 'API by subject', entries: tags.map(({ name }) => ({ label: name, address: addressOf(name) })) };
}

/** Creates one page for each tag, with all of its operations. */
export function apiPages(document: OpenApi): SitePage[] {
    const endpoints = Object.entries(document.paths).flatMap(([path, operations]) =>
        Object.entries(operations).map(([method, operation]): ApiEndpoint => ({ ...operation, method, path })),
    );
    return document.tags.map(({ name }) => {
        const own = endpoints.filter(({ tags }) => tags[0] === name);
        const slug = slugs();
        const shown = own.map((endpoint) => ({ endpoint, id: slug(endpoint.operationId) }));
        const list = shown.map(
            ({ endpoint, id }) =>
                `<tr><td><a href="#${id}">${escaped(endpoint.summary)}</a></td><td><code>${endpoint.method.toUpperCase()} ${breakable(endpoint.path)}</code></td></tr>`,
        );
        const html = `<h1>${escaped(name)}</h1>
<div class="table"><table><thead><tr><th>Purpose</th><th>Request</th></tr></thead><tbody>${list.join('\n')}</tbody></table></div>
${shown.map(({ endpoint, id }) => operationHtml(endpoint, id, document)).join('\n')}`;
        const sections: Section[] = [
            { id: '', heading: name, depth: 1, text: '' },
            ...shown.map(({ endpoint, id }) => ({
                id,
                heading: endpoint.summary,
                depth: 3,
                text: `${endpoint.method.toUpperCase()} ${endpoint.path} ${endpoint.operationId}`,
            })),
        ];
        return { address: addressOf(name), title: `${name}: API`, html, sections };
    });
}

function operationHtml(endpoint: ApiEndpoint, id: string, document: OpenApi): string {
    const parameters = endpoint.parameters.map((each) =>
        each.$ref ? document.components.parameters[each.$ref.split('/').at(-1)!]! : each,
    );
    const [body] = Object.entries(endpoint.requestBody?.content ?? {});
    const responses = Object.entries(endpoint.responses).map(
        ([status, each]) => [status, resolvedResponse(each, document)] as const,
    );
    const [success] = responses.filter(([status]) => status.startsWith('2') && status !== '202');
    const good = responses.filter(([status, { content }]) => status.startsWith('2') && content).at(-1);
    const [status = '', response] = good ?? success ?? [];
    const [content] = Object.entries(response?.content ?? {});
    const errors = responses.filter(([each]) => Number(each) >= 400 && !COMMON_STATUSES.includes(each));
    return [
        '<section class="operation">',
        `<h2 id="${id}">${escaped(endpoint.summary)}<a class="anchor" href="#${id}" aria-label="Link to ${escaped(endpoint.summary)}">#</a></h2>`,
        `<p class="address"><code><b>${endpoint.method.toUpperCase()}</b> ${breakable(endpoint.path)}</code></p>`,
        endpoint.deprecated ? '<p class="quiet">Deprecated.</p>' : '',
        ...(endpoint.description ?? '').split('\n\n').map((text) => (text ? `<p>${escaped(text)}</p>` : '')),
        ...parameterTable(parameters),
        ...(body ? [`<h3>Body</h3>`, mediaType(body[0]), schemaTable(body[1].schema, document, 'in')] : []),
        ...(content?.[1].schema
            ? [`<h3>Response ${status}</h3>`, mediaType(content[0]), schemaTable(content[1].schema, document, 'out')]
            : [`<p class="quiet">Returns ${status}${response?.content ? '' : ' without a body'}.</p>`]),
        errors.length > 0
            ? `<p class="quiet">Errors: ${errors.map(([each, { description }]) => `${each} (${escaped(lowerFirst(description))})`).join('; ')}</p>`
            : '',
        '</section>',
    ]
        .filter(Boolean)
        .join('\n');
}

const mediaType = (type: string) => (type === 'application/json' ? '' : `<p><code>${escaped(type)}</code></p>`);

function parameterTable(parameters: OpenApiParameter[]): string[] {
    // Common headers of changes are documented once.
    const own = parameters.filter(({ name }) => !['propose', 'Prefer', 'Change-Reason'].includes(name));
    if (own.length === 0) return [];
    const rows = own.map(({ name, in: place, required, description = '', schema = {} }) => {
        const text = description || String(schema['description'] ?? '');
        return `<tr><td><code>${escaped(name)}</code>${required && place !== 'path' ? ' <span class="quiet">required</span>' : ''}</td><td class="quiet">${place}</td><td>${escaped(text)}</td></tr>`;
    });
    return [`<div class="table"><table><tbody>${rows.join('\n')}</tbody></table></div>`];
}

const lowerFirst = (text: string) => text.slice(0, 1).toLowerCase() + text.slice(1);

/** Allows line breaks after slashes of long paths. */
const breakable = (path: string) => escaped(path).replaceAll('/', '/<wbr>');
