import { foldedLetters } from './folded-letters.js';

/** ISO 3166-1, alpha-2 and alpha-3 together. */
const CODES = `
  ADAND AEARE AFAFG AGATG AIAIA ALALB AMARM AOAGO AQATA ARARG ASASM ATAUT AUAUS AWABW AXALA AZAZE BABIH BBBRB
  BDBGD BEBEL BFBFA BGBGR BHBHR BIBDI BJBEN BLBLM BMBMU BNBRN BOBOL BQBES BRBRA BSBHS BTBTN BVBVT BWBWA BYBLR
  BZBLZ CACAN CCCCK CDCOD CFCAF CGCOG CHCHE CICIV CKCOK CLCHL CMCMR CNCHN COCOL CRCRI CUCUB CVCPV CWCUW CXCXR
  CYCYP CZCZE DEDEU DJDJI DKDNK DMDMA DODOM DZDZA ECECU EEEST EGEGY EHESH ERERI ESESP ETETH FIFIN FJFJI FKFLK
  FMFSM FOFRO FRFRA GAGAB GBGBR GDGRD GEGEO GFGUF GGGGY GHGHA GIGIB GLGRL GMGMB GNGIN GPGLP GQGNQ GRGRC GSSGS
  GTGTM GUGUM GWGNB GYGUY HKHKG HMHMD HNHND HRHRV HTHTI HUHUN IDIDN IEIRL ILISR IMIMN ININD IOIOT IQIRQ IRIRN
  ISISL ITITA JEJEY JMJAM JOJOR JPJPN KEKEN KGKGZ KHKHM KIKIR KMCOM KNKNA KPPRK KRKOR KWKWT KYCYM KZKAZ LALAO
  LBLBN LCLCA LILIE LKLKA LRLBR LSLSO LTLTU LULUX LVLVA LYLBY MAMAR MCMCO MDMDA MEMNE MFMAF MGMDG MHMHL MKMKD
  MLMLI MMMMR MNMNG MOMAC MPMNP MQMTQ MRMRT MSMSR MTMLT MUMUS MVMDV MWMWI MXMEX MYMYS MZMOZ NANAM NCNCL NENER
  NFNFK NGNGA NINIC NLNLD NONOR NPNPL NRNRU NUNIU NZNZL OMOMN PAPAN PEPER PFPYF PGPNG PHPHL PKPAK PLPOL PMSPM
  PNPCN PRPRI PSPSE PTPRT PWPLW PYPRY QAQAT REREU ROROU RSSRB RURUS RWRWA SASAU SBSLB SCSYC SDSDN SESWE SGSGP
  SHSHN SISVN SJSJM SKSVK SLSLE SMSMR SNSEN SOSOM SRSUR SSSSD STSTP SVSLV SXSXM SYSYR SZSWZ TCTCA TDTCD TFATF
  TGTGO THTHA TJTJK TKTKL TLTLS TMTKM TNTUN TOTON TRTUR TTTTO TVTUV TWTWN TZTZA UAUKR UGUGA UMUMI USUSA UYURY
  UZUZB VAVAT VCVCT VEVEN VGVGB VIVIR VNVNM VUVUT WFWLF WSWSM XKXKK YEYEM YTMYT ZAZAF ZMZMB ZWZWE
`;

/** Languages of names; the runtime has them (CLDR). */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'cs', 'da', 'sv', 'nb', 'fi', 'hu', 'ro'];

/** Names that CLDR does not have. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  AE: ['UAE', 'U.A.E.'],
  CI: ['Ivory Coast'],
  CV: ['Cabo Verde'],
  CZ: ['Czech Republic', 'Tschechische Republik'],
  GB: ['UK', 'U.K.', 'Great Britain', 'Großbritannien', 'England', 'Scotland', 'Wales', 'Northern Ireland'],
  GR: ['Hellas', 'Ελλάδα'],
  IE: ['Republic of Ireland'],
  KR: ['Republic of Korea'],
  MK: ['Macedonia'],
  MM: ['Burma'],
  NL: ['Holland', 'The Netherlands'],
  RU: ['Russian Federation', 'Россия'],
  SZ: ['Swaziland'],
  TR: ['Turkey', 'Türkei'],
  UA: ['Україна'],
  US: ['U.S.', 'U.S.A.', 'United States of America', 'America'],
  VA: ['Vatican'],
  XK: ['XKX'],
};

const folded = (name: string): string =>
  foldedLetters(name)[0]
    ?.replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim() ?? '';

function namesByCode(): ReadonlyMap<string, readonly string[]> {
  const languages = LANGUAGES.map((language) => new Intl.DisplayNames(language, { type: 'region' }));
  const entries = CODES.trim()
    .split(/\s+/)
    .map((codes) => [codes.slice(0, 2), codes.slice(2)] as const);
  return new Map(
    entries.map(([code, longer]) => {
      const names = languages.map((language) => language.of(code) ?? code);
      return [code, [...new Set([code, longer, ...names, ...(OTHER_NAMES[code] ?? [])])]];
    }),
  );
}

export interface CountryNames {
  /** The codes of a country and its names in European languages. @param code ISO 3166-1 alpha-2 */
  namesOf(code: string): readonly string[];
  /** ISO 3166-1 alpha-2 of a country by a code or a whole name, without regard to case and accents. */
  codeOf(text: string): string | undefined;
}

/** Reads the names from the runtime, about 20 ms of work. */
export function countryNames(): CountryNames {
  const names = namesByCode();
  const codes = new Map<string, string>();
  for (const [code, all] of names) for (const name of all) if (!codes.has(folded(name))) codes.set(folded(name), code);
  return { namesOf: (code) => names.get(code) ?? [code], codeOf: (text) => codes.get(folded(text)) };
}
