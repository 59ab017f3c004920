import { chmodSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { noFolder, outboxFolder } from '../../../src/adapters/outbox-folder/outbox-folder.js';
import { mailOutbox, smsOutbox } from '../../../src/adapters/outbox-folder/outboxes.js';
import { compose } from '../../../src/adapters/smtp/compose.js';
import { instant } from '../../../src/kernel/instant.js';
import { DeliveryRefused } from '../../../src/ports/delivery/delivery-refused.js';

const at = instant('2030-01-01');
const sms = { id: 'a', from: 'Tidings', to: '+4930222', text: 'Grüße', at };
const mail = { id: 'b', from: 'Tidings <no-reply@t.example>', to: 'g@c.example', subject: 'Hi', text: 'Grüße', at };
const fresh = () => mkdtempSync(join(tmpdir(), 'tidings-outbox-'));

describe('the outbox folder', () => {
  test('is made with the first, a file each, for the owner’s eyes only', async () => {
    const where = join(fresh(), 'outbox');
    await smsOutbox(outboxFolder(where)).put(sms);
    await mailOutbox(outboxFolder(where), compose).send(mail);
    expect(readdirSync(where).sort()).toEqual(['a.json', 'b.eml']);
    const { id: _, ...said } = sms;
    expect(JSON.parse(readFileSync(join(where, 'a.json'), 'utf8'))).toEqual({ channel: 'SMS', ...said });
    expect(readFileSync(join(where, 'b.eml'), 'utf8')).toContain('Message-ID: <b@t.example>');
    expect(statSync(join(where, 'a.json')).mode & 0o077).toBe(0);
  });

  test('holds the same one once', async () => {
    const where = fresh();
    const tray = smsOutbox(outboxFolder(where));
    await tray.put(sms);
    await tray.put(sms);
    expect(readdirSync(where)).toEqual(['a.json']);
  });

  test('that cannot be written took nothing, for certain', async () => {
    const file = join(fresh(), 'outbox');
    writeFileSync(file, 'a file where the folder should be');
    chmodSync(file, 0o400);
    const refused = await smsOutbox(outboxFolder(file))
      .put(sms)
      .catch((error) => error);
    expect(refused).toBeInstanceOf(DeliveryRefused);
    expect(refused).toMatchObject({ reason: 'outbox_not_writable', again: true });
  });

  test('in memory forgets', async () => {
    await smsOutbox(noFolder).put(sms);
    expect(smsOutbox(noFolder).where).toBe('nowhere');
  });
});
