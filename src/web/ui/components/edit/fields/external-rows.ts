/** Rows of links and external IDs in the edit forms of series and books. */
import type { Stored } from '../form/draft'
import type { PairRow } from './rows-field'

/** Functions that convert a row to the item to send, by field name. */
export const externalRows: Record<string, (row: PairRow) => unknown> = {
  externalLinks: ({ sourceName = '', url = '' }) => ({
    sourceName: sourceName.trim() || getSite(url),
    url: addressIn(url),
  }),
  externalIds: ({ source = '', externalId = '', externalUrl = '' }) => ({
    source: getSource(source),
    externalId,
    externalUrl: externalUrl.trim() ? addressIn(externalUrl) : null,
  }),
}

export const isWritten = (row: PairRow) => Object.values(row).some((words) => words.trim() !== '')

/** Adds the scheme to URLs such as `site.org/1`. */
const addressIn = (url: string) => {
  const tidy = url.trim()
  return tidy === '' || /^[a-z][a-z0-9+.-]*:/i.test(tidy) ? tidy : `https://${tidy}`
}

const getSite = (url: string) => URL.parse(addressIn(url))?.hostname.replace(/^www\./, '') ?? ''

/** External IDs from plugins are stored with this prefix, but users see only the name. */
const prefix = 'plugin:'
const ofFiles = new Set(['comicinfo', 'epub'])

export function withSites(field: Stored): Stored {
  const rows = (field.value ?? []) as { source: string; externalUrl: string | null }[]
  const value = rows.map((row) => ({
    ...row,
    source: row.source.replace(prefix, ''),
    externalUrl: row.externalUrl ?? '',
  }))
  return { ...field, value }
}

function getSource(site: string) {
  const name = site.trim().toLowerCase().replaceAll(/\s+/g, '-')
  return ofFiles.has(name) || name === '' ? name : `${prefix}${name}`
}
