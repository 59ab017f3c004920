import type { APIRoute } from 'astro';
import openapi from '../../public/openapi.json';
import { publicUrl } from '../../settings';
import { asyncApiDocument } from '../facts/asyncapi';

export const GET: APIRoute = () =>
  new Response(JSON.stringify(asyncApiDocument(openapi, publicUrl(process.env)), null, 1));
