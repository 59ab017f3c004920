import type { FastifyInstance } from 'fastify';

export async function listen(app: FastifyInstance): Promise<void> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  process.stderr.write(`listens at ${app.listeningOrigin}\n`);
}
