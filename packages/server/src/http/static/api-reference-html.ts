import { type OpenApiDocument, resolvedResponse } from '../route/openapi.ts';

interface Parameter {
    $ref?: string;
    name: string;
    in: string;
    required: boolean;
    description?: string;
}

interface Operation {
    operationId: string;
    summary: string;
    description?: string;
    deprecated?: boolean;
    tags: string[];
    security: unknown[];
    parameters: Parameter[];
    requestBody?: { content: Record<string, unknown> };
    responses: Record<string, { description: string; content?: Record<string, unknown> }>;
}

interface Endpoint extends Operation {
    method: string;
    path: string;
}

/** The page of all endpoints by subject. The script adds the search, and the schemas of an endpoint when it is opened. */
export function apiReferenceHtml(document: OpenApiDocument, basePath: string): string {
    const endpoints = Object.entries(document.paths).flatMap(([path, operations]) =>
        Object.entries(operations).map(
            ([method, operation]): Endpoint => ({ ...(operation as Operation), method: method.toUpperCase(), path }),
        ),
    );
    const bySubject = Map.groupBy(endpoints, ({ tags }) => tags[0]!);
    const subjects = [...bySubject].sort(([a], [b]) => (a < b ? -1 : 1));
    const folder = `${escaped(basePath)}/docs/openapi`;
    return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>API reference · Halyard</title>
<link rel="icon" type="image/svg+xml" href="${escaped(basePath)}/favicon.svg">
<link rel="stylesheet" href="${folder}/style.css">
<script src="${folder}/script.js" defer></script>
</head>
<body data-document="${folder}.json">
<a class="skip" href="#endpoints">Skip to the endpoints</a>
<header>
<h1>Halyard API reference</h1>
<p>${endpoints.length} endpoints. Send a token in the header <code>Authorization</code>.
<a href="${escaped(basePath)}/docs/">Documentation</a> · <a href="${folder}.json">OpenAPI document</a></p>
<search><label for="search">Search</label>
<input type="search" id="search" placeholder="Path, summary or operation (press /)" autocomplete="off" spellcheck="false">
<output id="count" for="search"></output></search>
</header>
<main id="endpoints" tabindex="-1">
${subjects.map(([subject, own]) => section(subject, own, document)).join('\n')}
</main>
</body>
</html>
`;
}

const section = (subject: string, endpoints: Endpoint[], document: OpenApiDocument) => `<section>
<h2>${escaped(subject)}</h2>
${endpoints.map((endpoint) => endpointHtml(endpoint, document)).join('\n')}
</section>`;

function endpointHtml(endpoint: Endpoint, document: OpenApiDocument): string {
    const { components } = document;
    const { operationId, method, path, summary, description = '', deprecated, requestBody } = endpoint;
    const parameters = endpoint.parameters.map(
        (each) => (each.$ref ? components.parameters[each.$ref.split('/').at(-1)!] : each) as Parameter,
    );
    const types = Object.keys(requestBody?.content ?? {});
    return [
        `<details id="${escaped(operationId)}" data-method="${method.toLowerCase()}" data-path="${escaped(path)}">`,
        `<summary><b>${method}</b> <code>${escaped(path).replaceAll('/', '/<wbr>')}</code> <span>${escaped(summary)}</span></summary>`,
        `<p class="quiet">Operation <code>${escaped(operationId)}</code>${deprecated ? ', deprecated' : ''}</p>`,
        ...description.split('\n\n').map((text) => (text ? `<p>${escaped(text)}</p>` : '')),
        parameters.length > 0
            ? `<h3>Parameters</h3><table><tbody>${parameters.map(parameterHtml).join('')}</tbody></table>`
            : '',
        types.length > 0 ? `<h3>Body</h3><p><code>${types.map(escaped).join('</code>, <code>')}</code></p>` : '',
        `<h3>Responses</h3><table><tbody>${Object.entries(endpoint.responses)
            .map(
                ([status, each]) =>
                    `<tr><td><code>${status}</code></td><td>${escaped(resolvedResponse(each, document).description)}</td></tr>`,
            )
            .join('')}</tbody></table>`,
        '</details>',
    ]
        .filter(Boolean)
        .join('');
}

const parameterHtml = ({ name, in: place, required, description = '' }: Parameter) =>
    `<tr><td><code>${escaped(name)}</code></td><td>${escaped(place)}${required ? ', required' : ''}</td><td>${escaped(description)}</td></tr>`;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character]!);
