import { contrast, type Palette } from '../../../../embed/src/colors.js';
import type { ColorConfig } from '../../../../sdk/src/api.js';
import { localeOf, useLanguage, useTexts } from '../../language.js';
import { Field } from '../../ui/field.js';
import { texts } from './texts.js';

type Name = keyof ColorConfig;
type Member = keyof (typeof texts.en)['members'];

/** WCAG 2.2, success criterion 1.4.3. */
const LEAST_CONTRAST = 4.5;

interface Props {
  readonly palette: Palette;
  readonly colors: ColorConfig;
  readonly onChange: (colors: ColorConfig) => void;
}

/** The colors of one of the two apps. */
export function ColorFields({ palette, colors, onChange }: Props) {
  const text = useTexts(texts);
  const { language } = useLanguage();
  const ratioOf = new Intl.NumberFormat(localeOf(language), { maximumFractionDigits: 1 });
  const names = (Object.keys(colors) as Name[]).filter((name) => name.startsWith(`${palette}_`));
  const warning = (name: Name) => {
    if (!name.endsWith('_bubble_text')) return undefined;
    const ratio = contrast(colors[name.slice(0, -'_text'.length) as Name], colors[name]);
    return ratio < LEAST_CONTRAST ? text.faint(ratioOf.format(ratio)) : undefined;
  };
  return (
    <div className="colors">
      {names.map((name) => (
        <Field key={name} label={text.members[name.slice(palette.length + 1) as Member]} hint={warning(name)}>
          {(given) => (
            <input
              {...given}
              type="color"
              value={colors[name]}
              onChange={(event) => onChange({ ...colors, [name]: event.currentTarget.value })}
            />
          )}
        </Field>
      ))}
    </div>
  );
}
