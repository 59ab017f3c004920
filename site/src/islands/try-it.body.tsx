import { bodyTypeOf, FORM, isFile, type Operation, parsed, type Values } from '../reference/request.ts';
import { Field } from './try-it.fields.tsx';

interface Props {
  readonly operation: Operation;
  readonly values: Values;
  readonly error: string | undefined;
  readonly onType: (mediaType: string) => void;
  readonly onText: (body: string) => void;
  readonly onFile: (file: File | undefined) => void;
}

/** The body of the call: a text, the fields of a form, or a file. */
export function BodyField({ operation, values, error, onType, onText, onFile }: Props) {
  const type = bodyTypeOf(operation, values);
  if (!type) return null;
  const { bodyTypes } = operation;
  const isWrong = values.body.trim() !== '' && parsed(values.body) === undefined;
  const hint = type.mediaType === FORM ? 'A JSON object. Its fields are sent as the fields of a form.' : undefined;
  return (
    <>
      {bodyTypes.length > 1 ? (
        <Field id="try-type" label="Content-Type">
          {(about) => (
            <select {...about} value={type.mediaType} onChange={(event) => onType(event.currentTarget.value)}>
              {bodyTypes.map(({ mediaType }) => (
                <option key={mediaType} translate="no">
                  {mediaType}
                </option>
              ))}
            </select>
          )}
        </Field>
      ) : null}
      {isFile(type) ? (
        <Field id="try-file" label="File" error={error}>
          {(about) => <input {...about} type="file" onChange={(event) => onFile(event.currentTarget.files?.[0])} />}
        </Field>
      ) : (
        <Field
          id="try-body"
          label={
            bodyTypes.length > 1 ? (
              'Body'
            ) : (
              <>
                Body{' '}
                <span className="note" translate="no">
                  {type.mediaType}
                </span>
              </>
            )
          }
          hint={isWrong ? 'The text is not valid JSON. It is sent as it is.' : hint}
        >
          {(about) => (
            <textarea
              {...about}
              rows={Math.min(16, Math.max(4, values.body.split('\n').length))}
              value={values.body}
              onChange={(event) => onText(event.currentTarget.value)}
              autoComplete="off"
              spellCheck={false}
            />
          )}
        </Field>
      )}
    </>
  );
}
