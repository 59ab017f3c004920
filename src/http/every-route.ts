import type { INestApplication } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { CALL } from './call.js';

const PATH = 'path';

/** Default deny: a route that does not name a row of the permission table stops the start. @throws Error */
export function everyRouteIsAllowed(app: INestApplication): void {
  for (const { controllers } of app.get(ModulesContainer).values()) {
    for (const { metatype } of controllers.values()) {
      if (typeof metatype !== 'function') continue;
      const { prototype } = metatype as { prototype: object };
      for (const name of Object.getOwnPropertyNames(prototype)) {
        const route = Object.getOwnPropertyDescriptor(prototype, name)?.value as object | undefined;
        if (name === 'constructor' || typeof route !== 'function' || !Reflect.hasMetadata(PATH, route)) continue;
        if (!Reflect.hasMetadata(CALL, route)) throw new Error(`${metatype.name}.${name} is a route without @Call`);
      }
    }
  }
}
