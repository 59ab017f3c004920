import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { browserLanguage, LanguageContext } from './language.js';
import { router } from './shell/router.js';
import './styles/base.css';
import './styles/controls.css';

const queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 5_000 } } });

function Root() {
  const [language, choose] = useState(browserLanguage);
  const languages = useMemo(() => ({ language, choose }), [language]);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return (
    <LanguageContext.Provider value={languages}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </LanguageContext.Provider>
  );
}

createRoot(document.getElementById('page')!).render(<Root />);
