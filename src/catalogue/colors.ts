interface Color {
  readonly description: string;
  /** `#rrggbb`, until the tenant sets its own. */
  readonly default: string;
}

/** Colours of the main app and the client app of a tenant (contract 8). Texts on bubbles have a contrast of 4.5 and more. */
export const colors = {
  main_header: { description: 'Header of the main app.', default: '#1f2937' },
  main_button: { description: 'Buttons of the main app.', default: '#1d4ed8' },
  main_button_hover: { description: 'Buttons of the main app on hover.', default: '#1e40af' },
  main_label: { description: 'Labels of the main app.', default: '#4b5563' },
  main_own_bubble: { description: 'Bubbles of the reader’s own messages in the main app.', default: '#dbeafe' },
  main_own_bubble_text: { description: 'Text of the reader’s own messages in the main app.', default: '#111827' },
  main_other_bubble: { description: 'Bubbles of messages from others in the main app.', default: '#f3f4f6' },
  main_other_bubble_text: { description: 'Text of messages from others in the main app.', default: '#111827' },
  client_header: { description: 'Header of the client app.', default: '#1f2937' },
  client_button: { description: 'Buttons of the client app.', default: '#1d4ed8' },
  client_button_hover: { description: 'Buttons of the client app on hover.', default: '#1e40af' },
  client_own_bubble: { description: 'Bubbles of the reader’s own messages in the client app.', default: '#dbeafe' },
  client_own_bubble_text: { description: 'Text of the reader’s own messages in the client app.', default: '#111827' },
  client_other_bubble: { description: 'Bubbles of messages from others in the client app.', default: '#f3f4f6' },
  client_other_bubble_text: { description: 'Text of messages from others in the client app.', default: '#111827' },
} as const satisfies Readonly<Record<string, Color>>;

export type ColorConfig = Readonly<Record<keyof typeof colors, string>>;

export const DEFAULT_COLORS = Object.fromEntries(
  Object.entries(colors).map(([name, color]) => [name, color.default]),
) as ColorConfig;
