import { participantLimits } from '../../../src/catalogue/limits/participant.js';
import { element, heading } from '../dom.js';
import type { Language } from '../texts.js';
import type { LauncherTexts } from './launcher-texts.js';
import { problemOf, type Visitor } from './visitor.js';

interface FormOptions {
  readonly visitor: Visitor;
  readonly language: Language;
  readonly text: LauncherTexts;
  /** The conversation has begun. */
  readonly onBegun: (clientUrl: string) => void;
}

/** The form with the name of a visitor. It begins a conversation. */
export function visitorForm({ visitor, language, text, onBegun }: FormOptions): HTMLFormElement {
  const name = element('input', {
    id: 'name',
    autocomplete: 'name',
    dir: 'auto',
    required: true,
    maxlength: String(participantLimits.displayName),
    'aria-describedby': 'problem',
  });
  const problem = element('p', { class: 'problem', id: 'problem', role: 'alert' });
  const start = element('button', { type: 'submit', part: 'start' }, text.start);

  const begin = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (start.disabled) return;
    start.disabled = true;
    start.textContent = text.starting;
    problem.textContent = '';
    try {
      onBegun(await visitor.begin(name.value.trim(), language));
    } catch (error) {
      problem.textContent = problemOf(error, text);
      name.focus();
    } finally {
      start.disabled = false;
      start.textContent = text.start;
    }
  };
  return element(
    'form',
    { part: 'form', submit: (event) => void begin(event) },
    heading('2', text.hello),
    element('p', {}, text.welcome),
    element('label', { for: 'name' }, text.name),
    name,
    problem,
    start,
  );
}
