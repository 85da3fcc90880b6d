/** The script of the API reference: search, links to endpoints, and schemas on demand. */
export const SCRIPT = `'use strict';
const search = document.getElementById('search');
const count = document.getElementById('count');
const endpoints = [...document.querySelectorAll('details')].map((element) => ({
    element,
    text: (element.id + ' ' + element.querySelector('summary').textContent).toLowerCase(),
}));

function filter() {
    const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
    let shown = 0;
    for (const { element, text } of endpoints) {
        element.hidden = !words.every((word) => text.includes(word));
        if (!element.hidden) shown++;
    }
    for (const section of document.querySelectorAll('section')) {
        section.hidden = !section.querySelector('details:not([hidden])');
    }
    count.textContent = words.length === 0 ? '' : shown === 1 ? '1 endpoint' : shown + ' endpoints';
}

search.addEventListener('input', filter);
document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.target === search || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    search.focus();
});
search.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
        search.value = '';
        filter();
    }
    if (event.key === 'ArrowDown' || event.key === 'Enter') {
        event.preventDefault();
        document.querySelector('section:not([hidden]) details:not([hidden]) summary')?.focus();
    }
});

let loading;
const load = () => (loading ??= fetch(document.body.dataset.document).then((response) => response.json()));

/** Replaces references by what they refer to, except inside of themselves. */
function resolved(value, schemas, open) {
    if (Array.isArray(value)) return value.map((item) => resolved(item, schemas, open));
    if (typeof value !== 'object' || value === null) return value;
    if (typeof value.$ref === 'string') {
        const name = value.$ref.split('/').at(-1);
        if (open.length >= 4 || open.includes(name)) return name;
        return resolved(schemas[name], schemas, [...open, name]);
    }
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, resolved(each, schemas, open)]));
}

function addSchema(element, title, schema, schemas) {
    const heading = document.createElement('h3');
    heading.textContent = title;
    const text = document.createElement('pre');
    text.tabIndex = 0;
    text.textContent = JSON.stringify(resolved(schema, schemas, []), null, 2);
    element.append(heading, text);
}

async function showSchemas(element) {
    if (element.dataset.shown) return;
    element.dataset.shown = 'true';
    const { paths, components } = await load();
    const { requestBody, responses } = paths[element.dataset.path][element.dataset.method];
    for (const [type, { schema }] of Object.entries(requestBody?.content ?? {})) {
        addSchema(element, 'Schema of the body, ' + type, schema, components.schemas);
    }
    for (const [status, { content }] of Object.entries(responses)) {
        if (!status.startsWith('2')) continue;
        for (const [type, { schema }] of Object.entries(content ?? {})) {
            addSchema(element, 'Schema of the response ' + status + ', ' + type, schema, components.schemas);
        }
    }
}

for (const { element } of endpoints) {
    element.addEventListener('toggle', () => {
        if (!element.open) return;
        history.replaceState(null, '', '#' + element.id);
        showSchemas(element).catch(() => delete element.dataset.shown);
    });
}

const linked = location.hash && document.getElementById(location.hash.slice(1));
if (linked instanceof HTMLDetailsElement) {
    linked.open = true;
    linked.scrollIntoView();
}
`;

export const STYLE = `:root {
    --ink: light-dark(#16292c, #e6eeee);
    --quiet: light-dark(#50666a, #a3b7b9);
    --line: light-dark(#d5dfe0, #2f4448);
    --paper: light-dark(#ffffff, #10201f);
    --link: light-dark(#0b5c66, #74b5ba);
    color-scheme: light dark;
}
body { margin: 0 auto; max-width: 64rem; padding: 1rem; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
header { position: sticky; top: 0; padding-block: 0.5rem; background: var(--paper); border-bottom: 1px solid var(--line); }
h1 { margin: 0; font-size: 1.4rem; }
h2 { margin: 2rem 0 0.5rem; font-size: 1.15rem; }
h3 { margin: 1rem 0 0.25rem; font-size: 1rem; }
p { margin: 0.25rem 0; overflow-wrap: anywhere; }
a { color: var(--link); }
code, pre { font: 0.9rem/1.5 ui-monospace, monospace; }
input { width: min(30rem, 100%); padding: 0.4rem 0.6rem; border: 1px solid var(--quiet); border-radius: 4px; background: inherit; color: inherit; font: inherit; }
details { border-bottom: 1px solid var(--line); padding: 0.4rem 0; scroll-margin-top: 9rem; }
summary { cursor: pointer; overflow-wrap: anywhere; }
summary b { display: inline-block; min-width: 4.5rem; }
summary span, .quiet { color: var(--quiet); }
table { border-collapse: collapse; }
td { padding: 0.15rem 1rem 0.15rem 0; vertical-align: top; }
pre { max-height: 24rem; overflow: auto; padding: 0.6rem; border: 1px solid var(--line); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.skip { position: absolute; left: -100rem; }
.skip:focus { position: static; }
[hidden] { display: none; }
`;
