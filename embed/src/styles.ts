/** All sizes are in em of the reader's own font size; nothing of the host page is inherited but its colour scheme. */
export const css = `
:host { display: block; block-size: min(600px, 90vh); min-inline-size: 0; contain: content; }
:host([hidden]) { display: none; }
.root {
  all: initial; color-scheme: inherit; display: flex; flex-direction: column; box-sizing: border-box;
  block-size: 100%; overflow: hidden; position: relative; direction: ltr;
  --ground: light-dark(#ffffff, #10161c); --ink: light-dark(#14202b, #e7edf2); --muted: light-dark(#4c5a67, #a3b1be);
  --line: light-dark(#c9c6bb, #47535e); --danger: light-dark(#b42318, #ff9b90); --sunken: light-dark(#f6f5f1, #0b1015);
  --header: #1f2937; --header-text: #ffffff; --width: 720px; --button: #1d4ed8; --button-text: #ffffff;
  --button-hover: #1e40af; --button-hover-text: #ffffff; --own: #dbeafe; --own-text: #111827;
  --other: #f3f4f6; --other-text: #111827;
  background: var(--ground); color: var(--ink); border: 1px solid var(--line); border-radius: 6px;
  font: medium/1.5 system-ui, sans-serif;
}
.root.full { border: 0; border-radius: 0; }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
header { background: var(--header); color: var(--header-text); padding: 0.6em max(1em, (100% - var(--width)) / 2); padding-inline-end: max(var(--tidings-header-end, 1em), (100% - var(--width)) / 2); flex: none; }
header:has(.notify) { display: grid; grid-template-columns: minmax(0, 1fr) auto; align-items: center; column-gap: 0.6em; }
.notify { grid-area: 1 / 2; font-size: 0.875em; }
.subject { grid-column: 1 / -1; }
.title { margin: 0; overflow-wrap: anywhere; }
[role="heading"] { font-weight: 650; line-height: 1.3; }
.title, .h2 { font-size: 1.1em; }
.h1 { font-size: 1.2em; }
.subject { margin: 0; overflow-wrap: anywhere; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; }
.about { max-block-size: 35%; overflow-y: auto; overflow-wrap: anywhere; }
.about :is(p, ul, ol) { margin: 0 0 0.4em; }
.about :is(ul, ol) { list-style: revert; padding-inline-start: 1.5em; }
.about img { max-inline-size: 100%; max-block-size: 6em; object-fit: contain; vertical-align: middle; }
.about, .notice { margin: 0; padding: 0.4em max(1em, (100% - var(--width)) / 2); background: var(--sunken); border-block-end: 1px solid var(--line); flex: none; }
.notice:empty { display: none; }
.log { flex: 1 1 auto; min-block-size: 4em; overflow-y: auto; overscroll-behavior: contain; padding: 0.75em max(1em, (100% - var(--width)) / 2); overflow-anchor: none; }
:focus-visible { outline: 3px solid var(--ink); outline-offset: -3px; }
:is(button, a):focus-visible { outline-offset: 2px; }
ol { list-style: none; margin: 0; padding: 0; }
.message { margin: 0 0 0.6em; display: flex; flex-direction: column; align-items: flex-start; }
.message.own { align-items: flex-end; }
.message.follows { margin-block-start: -0.35em; }
.message:not(.own).follows .author { display: none; }
.message:has(+ .follows) .meta:not(.failed) { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); }
.day { align-self: center; margin: 0.75em 0; color: var(--muted); font-size: 0.875em; }
.author { margin: 0 0.25em 0.1em; color: var(--muted); font-size: 0.875em; max-inline-size: 85%; overflow-wrap: anywhere; }
.author.label { background: var(--label); color: var(--label-text); border-radius: 4px; padding: 0 0.4em; }
.bubble {
  max-inline-size: 85%; padding: 0.5em 0.75em; border-radius: 12px; border: 1px solid transparent;
  background: light-dark(var(--other), #25303b); color: light-dark(var(--other-text), #e7edf2); overflow-wrap: anywhere; min-inline-size: 0;
}
.own .bubble { background: light-dark(var(--own), #1d3f63); color: light-dark(var(--own-text), #eef5fc); }
.text { margin: 0; white-space: pre-wrap; unicode-bidi: plaintext; }
.bubble p + p, .bubble p + button, .bubble a + .text { margin-block: 0.4em 0; }
a { color: inherit; text-decoration: underline; }
.picture { display: block; inline-size: 14em; max-inline-size: 100%; block-size: 10em; object-fit: contain; }
video { display: block; inline-size: 20em; max-inline-size: 100%; aspect-ratio: 16 / 9; background: #000000; }
audio { display: block; max-inline-size: 100%; }
.quiet { margin: 0; font-style: italic; }
.meta { margin: 0.1em 0.25em 0; color: var(--muted); font-size: 0.875em; }
.sent { margin-inline-start: 0.3em; }
.meta.failed { color: var(--danger); }
.typing { margin: 0; padding: 0 max(1em, (100% - var(--width)) / 2); min-block-size: 1.5em; color: var(--muted); font-size: 0.875em; overflow-wrap: anywhere; flex: none; }
button {
  font: inherit; cursor: pointer; min-block-size: 2.5em; min-inline-size: 2.5em; padding: 0.3em 0.9em; border-radius: 6px;
  border: 1px solid transparent; background: var(--button); color: var(--button-text);
}
button:hover { background: var(--button-hover); color: var(--button-hover-text); }
button:disabled { cursor: default; opacity: 0.6; }
.plain { background: var(--ground); color: var(--ink); border-color: currentColor; }
.plain:hover { background: var(--sunken); color: var(--ink); }
.meta button { margin-inline-start: 0.4em; }
.older { display: block; margin: 0 auto 0.75em; }
.newest { position: absolute; inset-block-end: 0.5em; inset-inline: 0; margin-inline: auto; inline-size: fit-content; }
.below { position: relative; flex: none; block-size: 0; }
form { display: flex; flex-wrap: wrap; gap: 0.5em; padding: 0.6em max(1em, (100% - var(--width)) / 2); border-block-start: 1px solid var(--line); align-items: end; flex: none; }
textarea {
  all: unset; box-sizing: border-box; flex: 1 1 6em; min-inline-size: 0; max-block-size: 8em; min-block-size: 2.5em; overflow-y: auto;
  field-sizing: content; padding: 0.4em 0.6em; border: 1px solid var(--muted); border-radius: 6px; white-space: pre-wrap; overflow-wrap: anywhere;
}
textarea::placeholder { color: var(--muted); opacity: 1; }
.problem { flex-basis: 100%; margin: 0; color: var(--danger); }
.problem:empty { display: none; }
.hidden { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.ended { padding: 2em 1em; margin: 0; }
@media (forced-colors: active) { .bubble { border-color: CanvasText; } .own .bubble { border-style: dashed; } button { border-color: ButtonBorder; } }
@media print {
  :host { block-size: auto; contain: none; }
  .root, .log { block-size: auto; overflow: visible; border: 0; }
  form, .typing, .older, .below, .meta button { display: none; }
  .bubble { border-color: #000000; }
}
`;
