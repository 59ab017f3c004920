import { describe, expect, test } from 'vitest';
import { readClientUrl } from '../../embed/src/client-url.js';
import { colorProperties, contrast, readableOn } from '../../embed/src/colors.js';
import { sentFileOf } from '../../embed/src/files.js';
import { languageOf, localeOf } from '../../embed/src/texts.js';
import { onService } from '../../sdk/src/store/sending/uploads.js';
import { type ColorConfig, colors, DEFAULT_COLORS } from '../../src/catalogue/colors.js';

const KEY = 'A_-0123456789abcdefghi';

test('a client URL names the tenant by its id or its domain', () => {
  expect(readClientUrl(`http://127.0.0.1:3000/c?tenant=t1#auth_key=${KEY}`)).toEqual({
    tenant: { tenant_id: 't1' },
    key: KEY,
  });
  expect(readClientUrl(`https://acme-client.tidings.example/c#auth_key=${KEY}`)).toEqual({
    tenant: { domain: 'acme-client.tidings.example' },
    key: KEY,
  });
});

test.each([
  '',
  'c#auth_key',
  'https://a.example/c',
  `https://a.example/c?auth_key=${KEY}`,
  'https://a.example/c#auth_key=x',
])('"%s" is no client URL', (text) => expect(readClientUrl(text)).toBeUndefined());

describe('the colours of a tenant', () => {
  test('have the contrast of WCAG', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  });

  test('stay where they can be read, and give way to black or white where they cannot', () => {
    expect(readableOn('#ffffff', '#767676')).toBe('#767676');
    expect(readableOn('#ffffff', '#777777')).toBe('#000000');
    expect(readableOn('#123456', '#234567')).toBe('#ffffff');
    for (let grey = 0; grey < 256; grey++) {
      const ground = `#${grey.toString(16).padStart(2, '0').repeat(3)}`;
      expect(contrast(ground, readableOn(ground, ground))).toBeGreaterThanOrEqual(4.5);
    }
  });

  test('each of the 15 is used, by the one palette or the other', () => {
    for (const name of Object.keys(colors) as (keyof ColorConfig)[]) {
      const dark = name.endsWith('_text');
      const changed = { ...DEFAULT_COLORS, [name]: dark ? '#000001' : '#fffffe' };
      const palette = name.startsWith('main_') ? 'main' : 'client';
      expect(Object.values(colorProperties(changed, palette)), name).toContain(changed[name]);
    }
  });
});

test('a file makes the kind of message that takes its type', () => {
  const kinds = ['image/png', 'audio/x-wav', 'video/mp4', 'text/html', ''].map(
    (type) => sentFileOf(new File([], 'x', { type }))?.kind,
  );
  expect(kinds).toEqual(['IMAGE', 'AUDIO', 'VIDEO', undefined, undefined]);
});

test.each([
  ['IMG_1.MOV', '', 'VIDEO', 'video/quicktime'],
  ['photo.jpeg', '', 'IMAGE', 'image/jpeg'],
  ['note.m4a', 'audio/x-m4a', 'AUDIO', 'audio/mp4'],
  ['voice', 'audio/webm;codecs=opus', 'AUDIO', 'audio/webm'],
])('the file %s of type "%s" is sent as %s, %s', (name, type, kind, sent) => {
  const found = sentFileOf(new File(['x'], name, { type }));
  expect([found?.kind, found?.file.type, found?.file.name, found?.file.size]).toEqual([kind, sent, name, 1]);
});

test('files are read from the service that the client talks to', () => {
  const service = 'https://acme.example';
  expect(onService(service, 'https://tidings.example/api/v1/assets/downloads/a.b')).toBe(
    'https://acme.example/api/v1/assets/downloads/a.b',
  );
  expect([onService(service, undefined), onService(service, 'x')]).toEqual([undefined, undefined]);
  expect(onService(service, 'https://one.example//other.example/a')).toBe('https://acme.example//other.example/a');
});

test('the language of a tag is one that the client speaks', () => {
  expect(['de', 'de-AT', 'EN', 'fr', '', null].map(languageOf)).toEqual([
    'de',
    'de',
    'en',
    undefined,
    undefined,
    undefined,
  ]);
});

test.each([
  ['en', ['de-AT', 'en-GB', 'en'], 'en-GB'],
  ['de', ['en-US', 'fr'], 'de'],
  ['en', ['en-US@posix', 'en-AU'], 'en-AU'],
] as const)('times of a client in %s, in a browser for %j, are those of %s', (language, listed, locale) => {
  expect(localeOf(language, listed)).toBe(locale);
  expect(() => new Intl.DateTimeFormat(locale)).not.toThrow();
});
