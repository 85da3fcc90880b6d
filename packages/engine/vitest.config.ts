import { defineConfig } from 'vitest/config';

export default defineConfig({
    test: {
        name: 'engine',
        include: ['test/**/*.test.ts'],
        isolate: false,
        setupFiles: ['../../scripts/properties.setup.ts'],
        // Thousands of generated cases take seconds, and longer on a busy machine.
        testTimeout: 60_000,
    },
});
