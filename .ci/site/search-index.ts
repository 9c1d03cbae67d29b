/** The search index of the site, which `browser/search-box.ts` loads in the browser. */
import MiniSearch from 'minisearch'
import { getAddress, type Rendered } from './render-document'
import { type Entry, options } from './browser/search-options'

/** Serializes an index of all sections. Equal documents give equal bytes. */
export function buildSearchIndex(documents: ReadonlyMap<string, Rendered>): string {
  const index = new MiniSearch<Entry>(options)
  for (const [path, { title, sections }] of documents) {
    for (const { anchor, heading, text } of sections) {
      const address = anchor === undefined ? getAddress(path) : `${getAddress(path)}#${anchor}`
      index.add({ id: address, title, heading, text, start: shorten(text) })
    }
  }
  return JSON.stringify(index)
}

const shorten = (text: string) => {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > 160 ? `${line.slice(0, 157).trimEnd()}…` : line
}
