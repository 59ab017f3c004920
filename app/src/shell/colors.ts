import { colorProperties } from '../../../embed/src/colors.js';
import type { TenantConfig } from '../../../sdk/src/api.js';

/** Shows the tenant's colours of the main app. In the dark theme the style sheet takes those of header and buttons alone. */
export function showColors({ color_config }: Pick<TenantConfig, 'color_config'>): void {
  const { style } = document.documentElement;
  for (const [name, value] of Object.entries(colorProperties(color_config, 'main')))
    style.setProperty(`--${name}`, value);
}
