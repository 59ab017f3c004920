import type { APIRoute } from 'astro';
import openapi from '../../public/openapi.json';
import { asyncApiDocument } from '../facts/asyncapi';

export const GET: APIRoute = () => new Response(JSON.stringify(asyncApiDocument(openapi), null, 1));
