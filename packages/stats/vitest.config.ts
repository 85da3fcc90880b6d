import { defineConfig } from 'vitest/config';

export default defineConfig({
    test: {
        name: 'stats',
        include: ['test/**/*.test.ts'],
        isolate: false,
        setupFiles: ['../../scripts/properties.setup.ts'],
        // Simulations of thousands of experiments take seconds, and longer on a busy machine.
        testTimeout: 60_000,
    },
});
