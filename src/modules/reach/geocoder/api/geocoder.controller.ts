import { Controller, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { QueryPayload } from '../../../../http/fields/payload.js';
import { Endpoint } from '../../../../http/openapi/endpoint/endpoint.js';
import { Ctx, type RequestContext } from '../../../../http/request/request-context.js';
import { Geocoding } from '../application/geocoding.service.js';
import {
  GeocoderResultsDto,
  GeocoderReverseQueryDto,
  GeocoderSearchQueryDto,
  GeocoderStructuredQueryDto,
} from './geocoder.dto.js';
import { toResultsDto } from './geocoder.views.js';

@ApiTags('Geocoder')
@Controller('geocoder')
export class GeocoderController {
  constructor(@Inject(Geocoding) private readonly geocoding: Geocoding) {}

  @Endpoint('geocoder.search', {
    route: 'GET search',
    summary: 'Find the coordinates of an address',
    query: GeocoderSearchQueryDto,
    responses: { 200: GeocoderResultsDto },
    errors: ['errors.geocoder.unavailable'],
  })
  async search(
    @QueryPayload(GeocoderSearchQueryDto) { text, language }: GeocoderSearchQueryDto,
    @Ctx() ctx: RequestContext,
  ): Promise<GeocoderResultsDto> {
    return toResultsDto(await this.geocoding.search(ctx.caller.tenantId, { text, language }));
  }

  @Endpoint('geocoder.structured', {
    route: 'GET search/structured',
    summary: 'Find the coordinates of an address in parts',
    description: 'If the street is not found, the postal code is searched, then the place that `street` names.',
    query: GeocoderStructuredQueryDto,
    responses: { 200: GeocoderResultsDto },
    errors: ['errors.geocoder.unavailable'],
  })
  async structured(
    @QueryPayload(GeocoderStructuredQueryDto) { language, ...address }: GeocoderStructuredQueryDto,
    @Ctx() ctx: RequestContext,
  ): Promise<GeocoderResultsDto> {
    const question = { ...address, language: language ?? ctx.language };
    return toResultsDto(await this.geocoding.structured(ctx.caller.tenantId, question));
  }

  @Endpoint('geocoder.reverse', {
    route: 'GET reverse',
    summary: 'Find the address of coordinates',
    description: 'The results are ordered by distance, the nearest first.',
    query: GeocoderReverseQueryDto,
    responses: { 200: GeocoderResultsDto },
    errors: ['errors.geocoder.unavailable'],
  })
  async reverse(
    @QueryPayload(GeocoderReverseQueryDto) { latitude, longitude, language }: GeocoderReverseQueryDto,
    @Ctx() ctx: RequestContext,
  ): Promise<GeocoderResultsDto> {
    const question = { latitude, longitude, language: language ?? ctx.language };
    return toResultsDto(await this.geocoding.reverse(ctx.caller.tenantId, question));
  }
}
