import { Moon, Sun } from 'lucide-react';
import { useTexts } from '../../language.js';
import { chooseTheme, useIsDark } from '../../ui/theme.js';
import { texts } from '../texts.js';

/** The theme that is chosen holds for the site too. */
export function ThemeSwitch() {
  const text = useTexts(texts);
  const isDark = useIsDark();
  const Icon = isDark ? Sun : Moon;
  return (
    <button type="button" className="item" onClick={() => chooseTheme(isDark ? 'light' : 'dark')}>
      <Icon size={18} aria-hidden /> {isDark ? text.light : text.dark}
    </button>
  );
}
