import { type INestApplication, RequestMethod } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { ENDPOINT } from '../openapi/endpoint/endpoint.js';
import type { EndpointInfo } from '../openapi/endpoint/endpoint-info.js';

/** Nest's own metadata of controllers and routes. */
const PATH = 'path';
const METHOD = 'method';

interface Route {
  readonly name: string;
  readonly endpoint?: EndpointInfo;
  /** `GET conversations/:conversation_id` */
  readonly key: string;
}

const joined = (...parts: readonly string[]) => parts.filter((part) => part !== '' && part !== '/').join('/');

function* routesOf(app: INestApplication): Generator<Route> {
  for (const { controllers } of app.get(ModulesContainer).values()) {
    for (const { metatype } of controllers.values()) {
      if (typeof metatype !== 'function') continue;
      const { prototype } = metatype as { prototype: object };
      const base = String(Reflect.getMetadata(PATH, metatype) ?? '');
      for (const name of Object.getOwnPropertyNames(prototype)) {
        const route = Object.getOwnPropertyDescriptor(prototype, name)?.value as object | undefined;
        if (name === 'constructor' || typeof route !== 'function' || !Reflect.hasMetadata(PATH, route)) continue;
        const endpoint = Reflect.getMetadata(ENDPOINT, route) as EndpointInfo | undefined;
        const method = RequestMethod[Number(Reflect.getMetadata(METHOD, route))];
        const key = `${method} ${joined(base, String(Reflect.getMetadata(PATH, route)))}`;
        yield { name: `${metatype.name}.${name}`, key, ...(endpoint ? { endpoint } : {}) };
      }
    }
  }
}

/** Default deny: a route that does not name a row of the permission table stops the start. @throws Error */
export function assertEveryRouteGuarded(app: INestApplication): void {
  for (const { name, endpoint } of routesOf(app)) {
    if (!endpoint) throw new Error(`The route ${name} has no @Endpoint, so nobody may call it.`);
  }
}

/** All endpoints by operation id. */
export const endpointsOf = (app: INestApplication): ReadonlyMap<string, EndpointInfo> =>
  new Map([...routesOf(app)].flatMap(({ endpoint }) => (endpoint ? [[endpoint.operationId, endpoint]] : [])));

const PREFIX = /^\/(api\/v1\/)?/;

/** Finds the endpoint of a route of the router. */
export class EndpointRoutes {
  private readonly byKey: ReadonlyMap<string, EndpointInfo>;
  private readonly byRoute = new Map<string, EndpointInfo | undefined>();

  constructor(app: INestApplication) {
    this.byKey = new Map([...routesOf(app)].flatMap(({ endpoint, key }) => (endpoint ? [[key, endpoint]] : [])));
  }

  /** `url` is the path of the route with its parameters; undefined for an unknown path. */
  get(method: string, url: string | undefined): EndpointInfo | undefined {
    if (url === undefined) return undefined;
    const route = `${method} ${url}`;
    const known = this.byRoute.get(route);
    if (known !== undefined || this.byRoute.has(route)) return known;
    const endpoint = this.byKey.get(`${method === 'HEAD' ? 'GET' : method} ${url.replace(PREFIX, '')}`);
    this.byRoute.set(route, endpoint);
    return endpoint;
  }
}
