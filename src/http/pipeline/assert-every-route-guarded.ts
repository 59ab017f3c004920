import type { INestApplication } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { ENDPOINT, type EndpointInfo } from '../openapi/endpoint.js';

const PATH = 'path';

interface Route {
  readonly name: string;
  readonly call?: EndpointInfo;
}

function* routesOf(app: INestApplication): Generator<Route> {
  for (const { controllers } of app.get(ModulesContainer).values()) {
    for (const { metatype } of controllers.values()) {
      if (typeof metatype !== 'function') continue;
      const { prototype } = metatype as { prototype: object };
      for (const name of Object.getOwnPropertyNames(prototype)) {
        const route = Object.getOwnPropertyDescriptor(prototype, name)?.value as object | undefined;
        if (name === 'constructor' || typeof route !== 'function' || !Reflect.hasMetadata(PATH, route)) continue;
        const call = Reflect.getMetadata(ENDPOINT, route) as EndpointInfo | undefined;
        yield { name: `${metatype.name}.${name}`, ...(call ? { call } : {}) };
      }
    }
  }
}

/** Default deny: a route that does not name a row of the permission table stops the start. @throws Error */
export function assertEveryRouteGuarded(app: INestApplication): void {
  for (const { name, call } of routesOf(app)) if (!call) throw new Error(`The route ${name} has no @Endpoint.`);
}

/** Every call of the API by its operation id. */
export const callsOf = (app: INestApplication): ReadonlyMap<string, EndpointInfo> =>
  new Map([...routesOf(app)].flatMap(({ call }) => (call ? [[call.operationId, call]] : [])));
