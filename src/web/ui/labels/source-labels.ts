import { t } from '../i18n/i18n'

const imported = 'plugin:import-'

/** Programs whose display name differs from their name in the source. */
const programs: Record<string, string> = {
  yacreader: 'YACReader',
  comicrack: 'ComicRack',
  lanraragi: 'LANraragi',
}

/** Returns the display name of a source such as `comicinfo`. `formatProvider` names plugins. */
export function formatSource(source: string, formatProvider: (source: string) => string): string {
  if (source.startsWith(imported)) {
    const name = source.slice(imported.length)
    return t('imported from {name}', { name: programs[name] ?? name })
  }
  if (source.startsWith('plugin:')) return formatProvider(source)
  switch (source) {
    case 'edited':
      return t('edited manually')
    case 'path':
      return t('from the file name')
    case 'comicinfo':
      return 'ComicInfo.xml'
    case 'opf':
      return 'metadata.opf'
    case 'series_json':
      return 'series.json'
    case 'epub':
      return t('from the EPUB')
    case 'pdf':
      return t('from the PDF')
    default:
      return source
  }
}
