// Writes what of the documentation comes from the program: the references, and the snippets that the interface shows, too.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { GENERATED, withSnippets } from './generated.ts';
import { readPages } from './pages.ts';

for (const [file, write] of Object.entries(GENERATED)) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, write());
}
for (const { source } of readPages('.')) writeFileSync(source, withSnippets(readFileSync(source, 'utf8')));
