import '@mantine/core/styles.layer.css';
import './global.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { createQueries } from './lib/api/queries.ts';
import { createAppRouter } from './screens.tsx';

const queries = createQueries();
const router = createAppRouter(queries);
const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');

createRoot(container).render(
  <StrictMode>
    <App router={router} queries={queries} />
  </StrictMode>,
);
