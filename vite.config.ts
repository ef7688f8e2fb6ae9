import react from '@vitejs/plugin-react';
import mantine from 'postcss-preset-mantine';
import { defineConfig } from 'vite';

const server = 'http://127.0.0.1:3000';

/** `/simulator` itself is a screen; only the calls below it are the server's. */
const served = ['/v1', '/sso', '/webhooks', '/media', '/outbox', '^/simulator/.'];

export default defineConfig({
  root: 'web',
  plugins: [react()],
  css: { postcss: { plugins: [mantine()] } },
  build: { outDir: '../dist/web', emptyOutDir: true, target: 'es2022' },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: Object.fromEntries(served.map((path) => [path, { target: server }])),
  },
});
