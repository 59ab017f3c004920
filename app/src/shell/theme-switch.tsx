import { useTexts } from '../language.js';
import { chooseTheme, useIsDark } from '../ui/theme.js';
import { texts } from './texts.js';

/** The theme that is chosen holds for the site too. */
export function ThemeSwitch() {
  const text = useTexts(texts);
  const isDark = useIsDark();
  return (
    <button type="button" className="icon" onClick={() => chooseTheme(isDark ? 'light' : 'dark')}>
      {isDark ? text.light : text.dark}
    </button>
  );
}
