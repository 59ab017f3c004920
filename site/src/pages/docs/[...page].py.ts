import type { APIRoute, GetStaticPaths } from 'astro';
import { sampleFiles } from '../../facts/sample-files';

/** The Python samples of each page of the documentation in one file. */
export const getStaticPaths: GetStaticPaths = () =>
  [...sampleFiles('py')].map(([page, text]) => ({ params: { page }, props: { text } }));

export const GET: APIRoute = ({ props }) => new Response(String(props.text));
