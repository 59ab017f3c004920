import type { GeocoderLanguage } from '../../ports/delivery/geocoder.js';

/** Name of the data set, then the name in the language where it differs; by country. */
type LocalNames = Readonly<Record<string, Readonly<Record<string, string>>>>;

const EN: LocalNames = {
  BE: { Antwerpen: 'Antwerp', Gent: 'Ghent' },
  CH: { Genève: 'Geneva', Luzern: 'Lucerne', Zürich: 'Zurich' },
  DE: { Köln: 'Cologne', Nürnberg: 'Nuremberg', Hannover: 'Hanover', 'State of Berlin': 'Berlin' },
  ES: { Sevilla: 'Seville' },
};

const DE: LocalNames = {
  AT: {
    Vienna: 'Wien',
    'Lower Austria': 'Niederösterreich',
    'Upper Austria': 'Oberösterreich',
    Styria: 'Steiermark',
    Tyrol: 'Tirol',
    Carinthia: 'Kärnten',
  },
  BE: {
    Brussels: 'Brüssel',
    Liège: 'Lüttich',
    Flanders: 'Flandern',
    Wallonia: 'Wallonien',
    'Brussels Capital': 'Region Brüssel-Hauptstadt',
  },
  CH: {
    Genève: 'Genf',
    Geneva: 'Genf',
    Neuchâtel: 'Neuenburg',
    Lucerne: 'Luzern',
    Zurich: 'Zürich',
    Grisons: 'Graubünden',
    Vaud: 'Waadt',
    Valais: 'Wallis',
    Ticino: 'Tessin',
    Fribourg: 'Freiburg',
    'Saint Gallen': 'St. Gallen',
    'Basel-City': 'Basel-Stadt',
  },
  CN: { Beijing: 'Peking', Shanghai: 'Schanghai' },
  CZ: { Prague: 'Prag', Brno: 'Brünn' },
  DE: {
    Munich: 'München',
    Bavaria: 'Bayern',
    Hesse: 'Hessen',
    Saxony: 'Sachsen',
    'Saxony-Anhalt': 'Sachsen-Anhalt',
    'Lower Saxony': 'Niedersachsen',
    Thuringia: 'Thüringen',
    'North Rhine-Westphalia': 'Nordrhein-Westfalen',
    'Baden-Wurttemberg': 'Baden-Württemberg',
    'State of Berlin': 'Berlin',
  },
  DK: { Copenhagen: 'Kopenhagen' },
  EG: { Cairo: 'Kairo' },
  FR: { Strasbourg: 'Straßburg', Nice: 'Nizza' },
  GR: { Athens: 'Athen', Thessaloníki: 'Thessaloniki' },
  IN: { 'New Delhi': 'Neu-Delhi' },
  IT: {
    Rome: 'Rom',
    Milan: 'Mailand',
    Naples: 'Neapel',
    Florence: 'Florenz',
    Venice: 'Venedig',
    Genoa: 'Genua',
    Bolzano: 'Bozen',
    Tuscany: 'Toskana',
    Lombardy: 'Lombardei',
    Sicily: 'Sizilien',
    Sardinia: 'Sardinien',
    Lazio: 'Latium',
    Piedmont: 'Piemont',
    Veneto: 'Venetien',
    'Trentino-Alto Adige': 'Trentino-Südtirol',
  },
  JP: { Tokyo: 'Tokio' },
  LU: { Luxembourg: 'Luxemburg' },
  NL: { 'The Hague': 'Den Haag' },
  PL: { Warsaw: 'Warschau', Kraków: 'Krakau', Wrocław: 'Breslau', Gdańsk: 'Danzig' },
  PT: { Lisbon: 'Lissabon' },
  RO: { Bucharest: 'Bukarest' },
  RS: { Belgrade: 'Belgrad' },
  RU: { Moscow: 'Moskau' },
  UA: { Kyiv: 'Kiew' },
};

const TABLES: Readonly<Record<GeocoderLanguage, LocalNames>> = { en: EN, de: DE };

/** The name of a place or region in a language, where it is known, else as it is. */
export const localName = (language: GeocoderLanguage, country: string, name: string): string =>
  TABLES[language][country]?.[name] ?? name;
