// Bundles the application and serves it, with the settings of the environment.
import { context } from 'esbuild';

const { HALYARD_URL = 'http://localhost:4242', HALYARD_TOKEN = '', PORT = '3000' } = process.env;
const folder = import.meta.dirname;

const bundle = await context({
    entryPoints: [`${folder}/app.jsx`],
    bundle: true,
    jsx: 'automatic',
    outdir: `${folder}/public`,
    define: { HALYARD_URL: JSON.stringify(HALYARD_URL), HALYARD_TOKEN: JSON.stringify(HALYARD_TOKEN) },
});
await bundle.serve({ servedir: `${folder}/public`, port: Number(PORT) });
console.log(`http://localhost:${PORT}/?user=ada`);
