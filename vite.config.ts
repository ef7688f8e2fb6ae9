import react from '@vitejs/plugin-react';
import type { Plugin } from 'postcss';
import mantine from 'postcss-preset-mantine';
import { defineConfig } from 'vite';
import { groups } from './bundle/chunks.ts';
import { leanCalls, leanFirstLoads, leanSchemas, withoutJsonSchemas } from './bundle/lean-contract.ts';
import { noCircles } from './bundle/no-circles.ts';
import { serviceWorker } from './bundle/service-worker.ts';

const server = 'http://127.0.0.1:3000';

/** `/simulator` itself is a screen; only the calls below it are the server's. */
const served = [
  '/v1',
  '/sso',
  '^/oauth/',
  '/webhooks',
  '/media',
  '/avatars',
  '/outbox',
  '/sandbox',
  '/invoices',
  '^/simulator/.',
];

/** What Mantine's mixins write has no source, which Vite warns about. */
const withSource: Plugin = {
  postcssPlugin: 'with-source',
  OnceExit(root) {
    const { source } = root;
    if (source !== undefined)
      root.walkDecls((declaration) => {
        declaration.source ??= source;
      });
  },
};

export default defineConfig({
  root: 'web',
  plugins: [react(), leanCalls, leanSchemas, withoutJsonSchemas, leanFirstLoads, noCircles, serviceWorker],
  css: { postcss: { plugins: [mantine(), withSource] } },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    // Only Safari before 17 has no preloading, and loads a little later there.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: 'web/index.html', sw: 'web/service-worker/service-worker.ts' },
      output: {
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[hash:7].js'),
        // Every page names all parts of the web, to fetch those that belong together at once: short names make it smaller.
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
        codeSplitting: { groups },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: Object.fromEntries(served.map((path) => [path, { target: server }])),
  },
});
