import { beforeAll, describe, expect, test } from 'vitest';
import type { AddressedLocation, Geocoder } from '../../src/ports/delivery/geocoder.js';

const LINZ = { latitude: 48.30639, longitude: 14.28611 };

/** The servers of the tests know Linz, Vienna and more than ten places called Neustadt. */
export function describeGeocoder(name: string, open: () => Promise<Geocoder>): void {
  describe(`geocoder: ${name}`, () => {
    let geocoder: Geocoder;
    beforeAll(async () => {
      geocoder = await open();
    });

    const expectLinz = ([first]: readonly AddressedLocation[]) => {
      expect(first?.formattedAddress).toBe('Linz, Upper Austria, Austria');
      expect(first?.location.latitude).toBeCloseTo(LINZ.latitude, 1);
      expect(first?.location.longitude).toBeCloseTo(LINZ.longitude, 1);
    };

    test('a text finds a place with its address and coordinates', async () =>
      expectLinz(await geocoder.search({ text: 'Linz, Austria', language: 'en' })));

    test('addresses are in the language that is asked for, whatever the language of the question', async () => {
      for (const text of ['Vienna', 'Wien']) {
        const [en] = await geocoder.search({ text, language: 'en' });
        const [de] = await geocoder.search({ text, language: 'de' });
        expect([en?.formattedAddress, de?.formattedAddress]).toEqual(['Vienna, Austria', 'Wien, Österreich']);
      }
    });

    test('answers have at most ten places', async () => {
      expect(await geocoder.search({ text: 'Neustadt', language: 'de' })).toHaveLength(10);
    });

    test('what does not exist is not found', async () => {
      expect(await geocoder.search({ text: 'Zzyzzqxw', language: 'en' })).toEqual([]);
      expect(await geocoder.structured({ street: 'Zzyzzqxw', language: 'en' })).toEqual([]);
    });

    test('an address in parts is found in its country alone', async () => {
      for (const country of ['Austria', 'AT'])
        expectLinz(await geocoder.structured({ street: 'Linz', country, language: 'en' }));
      expect(await geocoder.structured({ street: 'Vienna', country: 'DE', language: 'en' })).toEqual([]);
    });

    test('a text is found in its country alone, which is named whole', async () => {
      for (const country of ['Austria', 'AT', 'aut', 'ÖSTERREICH', 'Autriche'])
        expectLinz(await geocoder.search({ text: 'Linz', country, language: 'en' }));
      for (const country of ['FR', 'France', 'A', 'Aus', 'Austr', 'Austria Linz', '', 'Nowhere'])
        expect(await geocoder.search({ text: 'Linz', country, language: 'en' }), country).toEqual([]);
    });

    test('coordinates have the address of the place that is near', async () => {
      const [place] = await geocoder.reverse({ latitude: 48.2084, longitude: 16.3721, language: 'de' });
      expect(place?.formattedAddress).toContain('Wien, Österreich');
    });

    test('in the middle of the ocean there is nothing', async () => {
      expect(await geocoder.reverse({ latitude: 0, longitude: -30, language: 'en' })).toEqual([]);
    });

    test.each([
      '',
      '&text=Linz',
      '%00',
      '#',
      '?size=1000',
      '"; DROP TABLE places',
      '🚢',
      'a '.repeat(100),
      '漢'.repeat(200),
      ',',
    ])('no text is too odd to be looked for: %s', async (text) => {
      const found = await geocoder.search({ text, language: 'en' });
      const inParts = await geocoder.structured({ street: text, country: text, language: 'en' });
      expect([found.length <= 10, inParts.length <= 10]).toEqual([true, true]);
    });

    test.each([
      [90, 180],
      [-90, -180],
      [89.999, 0],
      [0, 179.999],
      [-17.7, -180],
    ])('the ends of the world can be asked for: %d, %d', async (latitude, longitude) => {
      const found = await geocoder.reverse({ latitude, longitude, language: 'en' });
      expect(found.length).toBeLessThanOrEqual(10);
    });
  });
}
