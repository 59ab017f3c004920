import { Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../language.js';
import { texts } from '../texts.js';

const { dataset } = document.documentElement;

/** The theme that is chosen holds for the site too. */
export function ThemeSwitch() {
  const text = useTexts(texts);
  const [isDark, setDark] = useState(dataset.theme === 'dark');
  function toggle() {
    dataset.theme = isDark ? 'light' : 'dark';
    setDark(!isDark);
    try {
      localStorage.setItem('tidings.theme', dataset.theme);
    } catch {
      // The choice then holds until the page is left.
    }
  }
  const Icon = isDark ? Sun : Moon;
  return (
    <button type="button" className="item" onClick={toggle}>
      <Icon size={18} aria-hidden /> {isDark ? text.light : text.dark}
    </button>
  );
}
