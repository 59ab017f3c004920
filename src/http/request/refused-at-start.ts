import type { FastifyRequest } from 'fastify';
import type { ServiceStart } from '../../engine/read-models/building/service-start.js';
import type { Rejection } from '../../kernel/rejection.js';
import type { EndpointInfo } from '../openapi/endpoint/endpoint-info.js';
import type { SiteRoutes } from '../site/site-routes.js';

export type RefusedAtStart = (
  request: Pick<FastifyRequest, 'method' | 'url'>,
  endpoint: Pick<EndpointInfo, 'permission'> | undefined,
) => Rejection | undefined;

/** The start refuses every call but those about the service itself and pages of the site. */
export const refusedAtStart =
  (start: ServiceStart, site: Pick<SiteRoutes, 'has'> | undefined): RefusedAtStart =>
  ({ method, url }, endpoint) => {
    if (start.isOver || endpoint?.permission.startsWith('service.')) return undefined;
    const isPage = !endpoint && (method === 'GET' || method === 'HEAD') && site?.has(url);
    return isPage ? undefined : start.rejection();
  };
