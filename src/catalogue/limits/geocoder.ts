/** Bounds of geocoding. Lengths count code points. */
export const geocoderLimits = {
  /** Characters of a text, a street or a country that is looked for. */
  geocoderText: 200,
  /** Characters of a postal code. */
  postalCode: 20,
  /** Places in a response. */
  geocoderResults: 10,
  /** Milliseconds that a message waits for the address of its location. */
  addressWaitMs: 500,
  /** Bytes of a response of a geocoding server. */
  geocoderAnswerBytes: 262_144,
} as const;
