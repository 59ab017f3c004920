import type {
  ArrayFieldItemTemplateProps,
  ArrayFieldTemplateProps,
  BaseInputTemplateProps,
  FieldTemplateProps,
  IconButtonProps,
  ObjectFieldTemplateProps,
  TemplatesType,
  WidgetProps,
} from '@rjsf/utils';
import { getInputProps } from '@rjsf/utils';
import { Plus, Trash2 } from 'lucide-react';
import { useTexts } from '../../language.js';
import { type DataTexts, texts } from './texts.js';

// The parts of a form, as the other forms of the app look.

const describedBy = (id: string) => `${id}__description ${id}__error`;

function FieldTemplate({
  id,
  label,
  children,
  rawErrors,
  rawDescription,
  hidden,
  required,
  displayLabel,
  schema,
}: FieldTemplateProps) {
  if (hidden) return <div hidden>{children}</div>;
  const isGroup = schema.type === 'object' || schema.type === 'array';
  return (
    <div className="field">
      {displayLabel && !isGroup && schema.type !== 'boolean' ? (
        <label htmlFor={id}>
          {label}
          {required ? <span aria-hidden> *</span> : null}
        </label>
      ) : null}
      {rawDescription && !isGroup ? (
        <p className="hint" id={`${id}__description`}>
          {rawDescription}
        </p>
      ) : null}
      {children}
      {rawErrors?.length ? (
        <p className="error" id={`${id}__error`}>
          {[...new Set(rawErrors)].join(' ')}
        </p>
      ) : null}
    </div>
  );
}

function BaseInputTemplate({
  id,
  value,
  type,
  schema,
  options,
  onChange,
  required,
  disabled,
  readonly,
  rawErrors,
}: BaseInputTemplateProps) {
  const { step, min, max, type: shown } = getInputProps(schema, type, options);
  return (
    <input
      id={id}
      type={shown}
      {...{ step, min, max }}
      value={value ?? ''}
      required={required ?? false}
      readOnly={readonly || disabled}
      aria-describedby={describedBy(id)}
      {...(rawErrors?.length ? { 'aria-invalid': true } : {})}
      onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
    />
  );
}

/** An optional yes or no has a third state: nobody said. */
function ChoiceWidget({
  id,
  value,
  label,
  options: { enumOptions = [] },
  required,
  onChange,
  rawErrors,
  schema,
}: WidgetProps) {
  const text = useTexts(texts);
  const at = enumOptions.findIndex((each) => each.value === value);
  const isYesNo = schema.type === 'boolean';
  return (
    <>
      {isYesNo ? <label htmlFor={id}>{label}</label> : null}
      <select
        id={id}
        value={at < 0 ? '' : String(at)}
        required={required ?? false}
        aria-describedby={describedBy(id)}
        {...(rawErrors?.length ? { 'aria-invalid': true } : {})}
        onChange={({ target }) => onChange(enumOptions[Number(target.value || -1)]?.value)}
      >
        <option value="">{text.choose}</option>
        {enumOptions.map((each, index) => (
          <option key={String(each.value)} value={index}>
            {isYesNo && !schema.oneOf ? (each.value ? text.yes : text.no) : each.label}
          </option>
        ))}
      </select>
    </>
  );
}

function YesNoWidget(props: WidgetProps) {
  const enumOptions = [true, false].map((value) => ({ value, label: String(value) }));
  return <ChoiceWidget {...props} options={{ ...props.options, enumOptions }} />;
}

function ObjectFieldTemplate({ title, description, properties, fieldPathId }: ObjectFieldTemplateProps) {
  const parts = properties.map(({ content }) => content);
  if (fieldPathId.path.length === 0) return parts;
  return (
    <fieldset>
      <legend>{title}</legend>
      {description ? <p className="hint">{description}</p> : null}
      {parts}
    </fieldset>
  );
}

function ArrayFieldTemplate({ title, items, canAdd, onAddClick, schema }: ArrayFieldTemplateProps) {
  const text = useTexts(texts);
  return (
    <fieldset>
      <legend>{title}</legend>
      {schema.description ? <p className="hint">{schema.description}</p> : null}
      {items}
      {canAdd ? (
        <button type="button" className="small" onClick={onAddClick}>
          <Plus size={16} aria-hidden /> {text.addItem}
        </button>
      ) : null}
    </fieldset>
  );
}

function ArrayFieldItemTemplate({ children, buttonsProps, index }: ArrayFieldItemTemplateProps) {
  const text = useTexts(texts);
  const { hasRemove, onRemoveItem } = buttonsProps;
  return (
    <section className="entry" aria-label={text.entry(index + 1)}>
      {children}
      {hasRemove ? (
        <button
          type="button"
          className="icon"
          title={text.removeItem}
          aria-label={text.removeItem}
          onClick={onRemoveItem}
        >
          <Trash2 size={16} aria-hidden />
        </button>
      ) : null}
    </section>
  );
}

const buttonOf = (name: 'addMember' | 'removeItem' | 'up' | 'down' | 'copy') =>
  function PlainButton({ onClick, disabled }: IconButtonProps) {
    const text: DataTexts = useTexts(texts);
    return (
      <button type="button" className="small" disabled={disabled} onClick={onClick}>
        {text[name]}
      </button>
    );
  };

export const templates = {
  FieldTemplate,
  BaseInputTemplate,
  ObjectFieldTemplate,
  ArrayFieldTemplate,
  ArrayFieldItemTemplate,
  ButtonTemplates: {
    AddButton: buttonOf('addMember'),
    RemoveButton: buttonOf('removeItem'),
    MoveUpButton: buttonOf('up'),
    MoveDownButton: buttonOf('down'),
    CopyButton: buttonOf('copy'),
  },
} as Partial<TemplatesType>;

export const widgets = { SelectWidget: ChoiceWidget, CheckboxWidget: YesNoWidget, RadioWidget: ChoiceWidget };
