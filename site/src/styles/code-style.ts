/** Settings of Expressive Code, in the colours of tokens.css: one ground, one line around it, no shadow. */
export const codeStyle = {
  borderRadius: '6px',
  borderColor: 'var(--t-line)',
  codeBackground: 'var(--t-sunken)',
  codeFontFamily: 'var(--sl-font-system-mono)',
  codeFontSize: '0.875rem',
  codeLineHeight: '1.375rem',
  focusBorder: 'var(--t-accent)',
  uiFontSize: '0.8125rem',
  frames: {
    frameBoxShadowCssValue: 'none',
    editorTabBarBackground: 'var(--t-sunken)',
    editorTabBarBorderColor: 'var(--t-line)',
    editorTabBarBorderBottomColor: 'var(--t-line)',
    editorActiveTabBackground: 'transparent',
    editorActiveTabForeground: 'var(--t-muted)',
    inlineButtonForeground: 'var(--t-muted)',
    inlineButtonBorder: 'transparent',
    tooltipSuccessBackground: 'var(--t-accent)',
    tooltipSuccessForeground: 'var(--t-on-accent)',
  },
  textMarkers: { markBackground: 'var(--t-accent-tint)', markBorderColor: 'var(--t-accent)' },
};
