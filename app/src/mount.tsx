import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { Languages } from './language-root.js';
import { Outside } from './ui/outside.js';
import './styles/base.css';
import './styles/controls.css';

/** Shows a page of people who follow a mailed link. */
export const mount = (page: ReactNode): void =>
  createRoot(document.getElementById('page')!).render(
    <Languages>
      <Outside>{page}</Outside>
    </Languages>,
  );
