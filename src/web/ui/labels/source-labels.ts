import { t } from '../i18n/i18n'

/** Display name of a source such as `comicinfo`. */
export function formatSource(source: string): string {
  if (source.startsWith('plugin:')) return source.slice('plugin:'.length)
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
