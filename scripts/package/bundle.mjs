import { INSTALLED } from './contents.mjs';

/** esbuild options of the server for Node, shared by every entry point. @satisfies {import('esbuild').BuildOptions} */
export const BUNDLE = {
    bundle: true,
    splitting: true,
    platform: /** @type {const} */ ('node'),
    format: /** @type {const} */ ('esm'),
    // These packages contain additional files, or are optional and not installed.
    external: [...INSTALLED, 'pg-native'],
    // CommonJS packages expect `require`, `__filename` and `__dirname`. esbuild does not know the names that a banner declares, so a module
    // may declare them again, and the file does not parse. `require` is the only name that esbuild never gives to a module's variable.
    banner: { js: "const require = process.getBuiltinModule('node:module').createRequire(import.meta.url);" },
    define: { __filename: 'import.meta.filename', __dirname: 'import.meta.dirname' },
    logLevel: /** @type {const} */ ('warning'),
};
