/** Names of the programs that imports read, by kind. */
export const sourceNames = {
  komga: 'Komga',
  kavita: 'Kavita',
  codex: 'Codex',
  stump: 'Stump',
  'calibre-web': 'Calibre-Web',
  calibre: 'calibre',
  mihon: 'Mihon',
  koreader: 'KOReader',
} as const
