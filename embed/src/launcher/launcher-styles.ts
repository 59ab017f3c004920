/** Screens that the panel fills. */
export const NARROW = '(max-width: 479.98px)';

export const launcherCss = `
:host {
  display: block; position: fixed; z-index: 2147483000; inset-block-end: var(--tidings-launcher-offset, 20px);
  inset-inline-end: var(--tidings-launcher-offset, 20px);
}
:host([hidden]) { display: none; }
.root {
  all: initial; color-scheme: inherit; display: block; direction: ltr; font: medium/1.5 system-ui, sans-serif;
  --offset: var(--tidings-launcher-offset, 20px); --size: var(--tidings-launcher-size, 56px);
  --color: var(--tidings-launcher-color, #1d4ed8); --color-text: var(--tidings-launcher-text, #ffffff);
  --ground: light-dark(#ffffff, #10161c); --ink: light-dark(#14202b, #e7edf2); --muted: light-dark(#4c5a67, #a3b1be);
  --line: light-dark(#c9c6bb, #47535e); --danger: light-dark(#b42318, #ff9b90);
  color: var(--ink);
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
button { font: inherit; cursor: pointer; border: 1px solid transparent; }
:focus-visible { outline: 3px solid var(--ink); outline-offset: 2px; }
svg { inline-size: 50%; block-size: 50%; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
.launch {
  position: relative; display: grid; place-items: center; inline-size: var(--size); block-size: var(--size); padding: 0;
  border-radius: 50%; background: var(--color); color: var(--color-text); box-shadow: 0 2px 10px rgb(0 0 0 / 0.3);
  margin-inline-start: auto;
}
.badge {
  position: absolute; inset-block-start: -0.3em; inset-inline-end: -0.3em; min-inline-size: 1.7em; padding: 0 0.4em; border-radius: 1em;
  background: #b42318; color: #ffffff; font-size: 0.875em; font-weight: 650; line-height: 1.7; text-align: center; border: 1px solid #ffffff;
}
dialog {
  position: absolute; inset: auto 0 calc(var(--size) + 12px) auto; margin: 0; padding: 0; overflow: hidden;
  inline-size: min(var(--tidings-panel-width, 400px), 100vw - 2 * var(--offset));
  block-size: min(var(--tidings-panel-height, 620px), 100dvh - 2 * var(--offset) - var(--size) - 12px);
  max-inline-size: none; max-block-size: none; border: 1px solid var(--line); border-radius: 12px;
  background: var(--ground); color: inherit; box-shadow: 0 8px 30px rgb(0 0 0 / 0.25);
}
dialog:modal ~ .launch { visibility: hidden; }
dialog[open] { display: flex; flex-direction: column; }
dialog::backdrop { background: transparent; }
tidings-conversation { flex: 1 1 auto; block-size: auto; min-block-size: 0; --tidings-header-end: 3.25em; }
.close {
  position: absolute; z-index: 1; inset-block-start: 0.35em; inset-inline-end: 0.5em; inline-size: 2em; block-size: 2em; padding: 0;
  display: grid; place-items: center; border-radius: 50%; background: var(--ground); color: var(--ink); border-color: var(--line);
}
form, .said { padding: 1.25em; overflow-y: auto; }
form { display: flex; flex-direction: column; gap: 0.5em; }
.title { font-size: 1.2em; font-weight: 650; line-height: 1.3; padding-inline-end: 2.5em; }
p { margin: 0; overflow-wrap: anywhere; }
label { font-weight: 650; margin-block-start: 0.5em; }
input {
  font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--muted); border-radius: 6px; min-block-size: 2.75em;
  padding: 0.4em 0.7em; min-inline-size: 0;
}
.problem { color: var(--danger); }
.problem:empty { display: none; }
form button { margin-block-start: 0.5em; }
form button, .again { min-block-size: 2.75em; padding: 0.4em 1em; border-radius: 6px; background: var(--color); color: var(--color-text); }
button:disabled { cursor: default; opacity: 0.6; }
.again { flex: none; margin: 0 1em 1em; }
.hidden { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media ${NARROW} {
  dialog { position: fixed; inset: 0; inline-size: 100%; block-size: 100dvh; border: 0; border-radius: 0; }
}
@media (prefers-reduced-motion: no-preference) {
  dialog[open] { animation: rise 0.15s ease-out; }
  @keyframes rise { from { opacity: 0; transform: translateY(12px); } }
}
@media (forced-colors: active) { .launch, .badge, .close, form button { border-color: ButtonBorder; } }
@media print { :host { display: none; } }
`;
