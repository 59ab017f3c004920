import { afterAll, beforeAll, expect, test } from 'vitest';
import { download, postMedia, settled, upload, wav } from '../../fixtures/media.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { type SharedMember, type SharedService, sharedService } from '../../support/given/shared-log.js';

let service: SharedService;
let one: SharedMember;
let other: SharedMember;
let acme: Tenant;
beforeAll(async () => {
  service = sharedService();
  one = await service.start(['api', 'projector', 'effects']);
  other = await service.start(['api']);
  acme = await createTenant(one, 'acme');
  await acme.conversation('c');
});
afterAll(() => service.close());

test('what one process receives another one processes, and both send it', async () => {
  const staff = acme.owner.at(other);
  const { body } = await postMedia(staff, 'c', 'AUDIO');
  expect((await upload(other, body.asset.upload_url, wav(), 'audio/wav')).status).toBe(204);
  const { asset } = await settled(staff, body);
  for (const member of [one, other]) {
    expect((await download(member, asset.download_url)).bytes.equals(wav())).toBe(true);
  }
});

test('an upload URL is used once, whichever processes are asked', async () => {
  for (let n = 0; n < 3; n++) {
    const { body } = await postMedia(acme.owner, 'c', 'AUDIO');
    const members = [one, other, one, other, one, other];
    const answers = await Promise.all(members.map((each) => upload(each, body.asset.upload_url, wav(2), 'audio/wav')));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409, 409, 409, 409, 409]);
    expect((await settled(acme.owner, body)).asset.status).toBe('UPLOAD_COMPLETED');
  }
});
