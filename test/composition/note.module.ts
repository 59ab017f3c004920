import { Controller, Inject, Module, Param } from '@nestjs/common';
import type { Manifest } from '../../src/engine/manifest.js';
import { TextField } from '../../src/http/fields/fields.js';
import { Payload } from '../../src/http/fields/payload.js';
import { Endpoint } from '../../src/http/openapi/endpoint/endpoint.js';
import { Commands } from '../../src/http/request/commands.js';
import { Ctx, type RequestContext } from '../../src/http/request/request-context.js';
import { type Process, reaction } from '../../src/kernel/process.js';
import { reject } from '../../src/kernel/rejection.js';
import { type ResourceRecord, resource } from '../../src/kernel/resource.js';
import { parseStreamName } from '../../src/kernel/stream.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../src/ports/stores/document-store.js';

interface Note {
  readonly text: string;
}

const note = resource<'Note', Note>({
  name: 'Note',
  category: 'note',
  absent: 'errors.not_found',
  exists: 'errors.validation.failed',
  personal: ['text'],
});

const notes = note.projection({ name: 'note', version: 1, fields: {}, indexes: [] });

/** Every note is copied once. */
const copies: Process<{ readonly type: 'NoteCreated'; readonly data: Note }> = {
  name: 'note-copies',
  events: ['NoteCreated'],
  react({ data: { text }, meta }) {
    const { id } = parseStreamName(meta.stream);
    return id.startsWith('copy-') ? [] : [reaction(note.Create, `copy-${id}`, { value: { text } })];
  },
};

class NoteDto {
  @TextField({ description: 'Text of the note.', max: 100 })
  text!: string;
}

const params = { note_id: { description: 'The id of the note.', schema: { type: 'string', maxLength: 50 } } };

@Controller('notes')
class NoteController {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
  ) {}

  @Endpoint('conversation.create', {
    id: 'note',
    route: 'PUT :note_id',
    summary: 'Write a note',
    params,
    body: NoteDto,
    responses: { 200: NoteDto },
  })
  async write(@Param('note_id') id: string, @Payload(NoteDto) { text }: NoteDto, @Ctx() ctx: RequestContext) {
    await this.commands.sendAndWait(ctx, new note.Replace(id, { value: { text } }, ctx.meta()));
    return { text };
  }

  @Endpoint('conversation.read', {
    id: 'note',
    route: 'GET :note_id',
    summary: 'Read a note',
    params,
    responses: { 200: NoteDto },
    errors: ['errors.not_found'],
  })
  async read(@Param('note_id') id: string, @Ctx() ctx: RequestContext): Promise<NoteDto> {
    const found = await this.documents.reader<ResourceRecord<Note>>(notes, ctx.caller.tenantId).get(id);
    return { text: (found ?? reject('errors.not_found')).value.text };
  }
}

@Module({ controllers: [NoteController] })
class NoteModule {}

/** A module as a newcomer would write one: a resource, its read model, a process manager and two calls. */
export const noteManifest: Manifest = {
  name: 'note',
  module: NoteModule,
  events: note.eventTypes,
  deciders: [note],
  projections: [notes],
  processes: [copies as unknown as Process<{ readonly type: string; readonly data: unknown }>],
};
