import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { Languages } from './language-root.js';
import { Pages } from './shell/pages.js';
import './styles/base.css';
import './styles/controls.css';

const queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 5_000 } } });

createRoot(document.getElementById('page')!).render(
  <Languages>
    <QueryClientProvider client={queries}>
      <Pages />
    </QueryClientProvider>
  </Languages>,
);
