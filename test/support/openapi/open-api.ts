import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { isEmail } from '../../../src/catalogue/text/email.js';
import { type HeadersSaid, wrongHeaders } from './documented-headers.js';

interface Content {
  readonly schema: object;
  readonly examples?: Readonly<Record<string, { readonly value: ErrorBody }>>;
}

interface Response {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, Content>>;
  readonly headers?: HeadersSaid;
}

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: Record<string, Response> }>>>>;
  readonly components: { readonly responses: Readonly<Record<string, Response>>; readonly headers?: HeadersSaid };
}

interface ErrorBody {
  readonly code: string;
  readonly errors?: readonly unknown[];
  readonly details?: object;
}

/** Codes that name a field in some cases. */
const SOMETIMES_NAMED: readonly string[] = ['errors.body.malformed', 'errors.forbidden', 'errors.position.unreadable'];

/** Whether an error has what the example of its code shows. Says what is wrong, or undefined. */
function unlikeExample({ content }: Response, { code, errors, details = {} }: ErrorBody): string | undefined {
  const example = content?.['application/json']?.examples?.[code]?.value;
  if (!example) return `${code} has no example`;
  if ((errors === undefined) !== (example.errors === undefined) && !SOMETIMES_NAMED.includes(code))
    return `the example of ${code} differs in errors`;
  const more = Object.keys(details).filter((name) => !(name in (example.details ?? {})));
  return more.length > 0 ? `the example of ${code} has no details.${more.join(', ')}` : undefined;
}

export type ResponseJudge = (
  method: string,
  path: string,
  status: number,
  body: unknown,
  headers?: Headers,
) => string | undefined;

/** Whether answers are what the OpenAPI file says they are. Says what is wrong, or undefined. */
export function responseJudge(document: OpenApi): ResponseJudge {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true });
  addFormats.default(ajv);
  ajv.addFormat('idn-email', isEmail);
  ajv.addSchema({ ...document, $id: 'tidings' }, 'tidings');
  const compiled = new Map<string, ValidateFunction>();
  const routes = Object.keys(document.paths).map((template) => ({
    template,
    pattern: new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`),
    fixed: template.replace(/\{[^}]+\}/g, '').length,
  }));

  return (method, path, status, body, headers) => {
    const pathname = path.split('?')[0] ?? path;
    const matching = routes.filter(({ pattern }) => pattern.test(pathname)).sort((a, b) => b.fixed - a.fixed);
    const found = matching.find(({ template }) => document.paths[template]?.[method.toLowerCase()]);
    if (!found) return undefined;
    const { template } = found;
    const said = document.paths[template]?.[method.toLowerCase()]?.responses[String(status)];
    if (!said) return `${method} ${template} answers ${status}, which is not documented`;
    const shared = said.$ref?.split('/').at(-1);
    const response = shared === undefined ? said : (document.components.responses[shared] ?? {});
    const header = headers && wrongHeaders(response.headers, document.components.headers, headers, status);
    if (header) return `${method} ${template} ${status}: ${header}`;
    const documented = response.content?.['application/json'] !== undefined;
    if (!documented)
      return body === undefined ? undefined : `${method} ${template} ${status} answers a body, documented is none`;
    const type = headers?.get('content-type')?.split(';')[0] ?? 'application/json';
    if (type !== 'application/json') {
      return response.content?.[type]
        ? undefined
        : `${method} ${template} ${status} answers ${type}, which is not documented`;
    }
    if (body === undefined) return method === 'HEAD' ? undefined : `${method} ${template} ${status} answers no body`;
    const escaped = (part: string) => part.replaceAll('~', '~0').replaceAll('/', '~1');
    const ctx = said.$ref ?? `#/paths/${escaped(template)}/${method.toLowerCase()}/responses/${status}`;
    const ref = `tidings${ctx}/content/application~1json/schema`;
    let validate = compiled.get(ref);
    if (!validate) {
      validate = ajv.compile({ $ref: encodeURI(ref) });
      compiled.set(ref, validate);
    }
    if (!validate(body)) return `${method} ${template} ${status}: ${ajv.errorsText(validate.errors)}`;
    const unlike = status < 400 ? undefined : unlikeExample(response, body as ErrorBody);
    return unlike && `${method} ${template} ${status}: ${unlike}`;
  };
}
