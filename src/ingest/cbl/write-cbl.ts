/** Writes CBL files. Pure. */
import type { CblList } from './parse-cbl'
import type { CblEntry } from './entry'

/** Writes a CBL file. Version 1 does not support catalog IDs. */
export function writeCbl({ name, entries }: CblList, version: 1 | 2): string {
  const lines = entries.map((entry) => writeEntry(entry, version))
  return `<?xml version="1.0" encoding="utf-8"?>
<ReadingList xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema">
  <Name>${escapeXml(name)}</Name>
  <NumIssues>${entries.length}</NumIssues>
  <Books>
${lines.join('\n')}
  </Books>
  <Matchers />
</ReadingList>
`
}

function writeEntry(entry: CblEntry, version: 1 | 2): string {
  const attributes = writeAttributes({
    Series: entry.series,
    Number: entry.number,
    Volume: entry.volume || null,
    Year: entry.year,
    Format: entry.format || null,
  })
  const children = [
    ...(version === 2
      ? entry.catalogs.map(
          ({ name, series, issue }) =>
            `      <Database${writeAttributes({ Name: name, Series: series, Issue: issue })} />`,
        )
      : []),
    ...(entry.bookId === null ? [] : [`      <Id>${escapeXml(entry.bookId)}</Id>`]),
  ]
  if (children.length === 0) return `    <Book${attributes} />`
  return `    <Book${attributes}>\n${children.join('\n')}\n    </Book>`
}

const writeAttributes = (values: Record<string, string | number | null>): string =>
  Object.entries(values)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`)
    .join('')

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Escapes text for XML. Omits characters that XML cannot contain. */
const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>"']/g, (sign) => escapes[sign]!)
