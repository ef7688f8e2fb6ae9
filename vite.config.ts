import react from '@vitejs/plugin-react';
import mantine from 'postcss-preset-mantine';
import { defineConfig } from 'vite';
import { createChunkOf } from './bundle/chunks.ts';
import { leanContract, withoutJsonSchemas } from './bundle/lean-schemas.ts';
import { noCircles } from './bundle/no-circles.ts';

const server = 'http://127.0.0.1:3000';

/** `/simulator` itself is a screen; only the calls below it are the server's. */
const served = [
  '/v1',
  '/sso',
  '/webhooks',
  '/media',
  '/avatars',
  '/outbox',
  '/sandbox',
  '/invoices',
  '^/simulator/.',
];

export default defineConfig({
  root: 'web',
  plugins: [react(), leanContract, withoutJsonSchemas, noCircles],
  css: { postcss: { plugins: [mantine()] } },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    rolldownOptions: {
      output: {
        // Every page names all parts of the web, to fetch those that belong together at once: short names make it smaller.
        chunkFileNames: 'assets/[hash].js',
        assetFileNames: 'assets/[hash][extname]',
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: createChunkOf(), debugName: 'together' }],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: Object.fromEntries(served.map((path) => [path, { target: server }])),
  },
});
