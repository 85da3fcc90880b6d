import { INSTALLED } from './contents.mjs';

/** How the server is bundled for Node, whatever it begins with. @satisfies {import('esbuild').BuildOptions} */
export const BUNDLE = {
    bundle: true,
    splitting: true,
    platform: /** @type {const} */ ('node'),
    format: /** @type {const} */ ('esm'),
    // They bring files of their own, or are optional and not there.
    external: [...INSTALLED, 'pg-native'],
    // Packages of the older kind expect these three to be there.
    banner: {
        js: [
            "import { createRequire } from 'node:module';",
            'const require = createRequire(import.meta.url);',
            'const { filename: __filename, dirname: __dirname } = import.meta;',
        ].join('\n'),
    },
    logLevel: /** @type {const} */ ('warning'),
};
